/** Tells the trail of a run when each test of Vitest ran. */

import write from './write.cjs';

export default class {
  onTestCaseResult(test) {
    const { state, errors = [] } = test.result();
    const { startTime = 0, duration = 0 } = test.diagnostic() ?? {};
    const error = errors.map(({ stack, message }) => stack ?? message).join('\n') || undefined;
    if (state !== 'skipped') write('vitest', test.fullName, state === 'passed', startTime, startTime + duration, error);
  }
}
