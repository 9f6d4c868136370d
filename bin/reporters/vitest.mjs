/** Tells the trail of a run when each test of Vitest ran. Vitest 1 to 5. */

import write from './write.cjs';

export default class {
  #isTold = false;

  onTestCaseResult(test) {
    this.#isTold = true;
    const { startTime, duration, retryCount } = test.diagnostic() ?? {};
    report({ ...test.result(), name: test.fullName, file: test.module?.moduleId, startTime, duration, retryCount });
  }

  /** Vitest 1 and 2 tell all tests in the end. */
  onFinished(files = []) {
    if (!this.#isTold) for (const file of files) reportTasks(file.tasks ?? [], [], file.filepath);
  }
}

function reportTasks(tasks, suites, file) {
  for (const { name, type, tasks: inner, result } of tasks) {
    if (type === 'suite') reportTasks(inner ?? [], [...suites, name], file);
    else report({ ...result, name: [...suites, name].join(' > '), file });
  }
}

function report({ name, file, state, errors = [], startTime: started = 0, duration = 0, retryCount = 0 }) {
  write('vitest', () => {
    const passed = state === 'passed' || state === 'pass';
    if (!passed && state !== 'failed' && state !== 'fail') return write.skipped(name, file);
    return {
      name,
      file,
      passed,
      repeated: passed && retryCount > 0,
      started,
      ended: started + duration,
      error: write.textOf(errors),
      compared: write.comparedIn(errors),
    };
  });
}
