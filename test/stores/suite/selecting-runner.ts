/** Runs tests as usual, except those that are left out. */

import { join } from 'node:path';
import { TestRunner, type RunnerTask, type RunnerTestFile, type RunnerTestSuite } from 'vitest';
import { LEFT_OUT, type LeftOut } from './left-out.js';
import { storeOfRun } from './store-of-run.js';

const TESTS = join(import.meta.dirname, '../..');

export default class SelectingRunner extends TestRunner {
  /** @throws Error if a test that is to be left out is not there */
  onCollected(files: readonly RunnerTestFile[]): void {
    for (const file of files)
      for (const entry of LEFT_OUT)
        if ((entry.store ?? storeOfRun()) === storeOfRun() && join(TESTS, entry.file) === file.filepath)
          leaveOut(file, entry);
  }
}

function leaveOut(file: RunnerTestFile, { tests = [''] }: LeftOut): void {
  for (const beginning of tests) {
    const found = testsIn(file).filter(({ name }) => name.startsWith(beginning));
    if (found.length === 0 && file.result?.state !== 'fail')
      throw new Error(`left-out.yaml: ${file.name} has no test that begins with: ${beginning}`);
    for (const test of found) test.mode = 'skip';
  }
  skipEmpty(file);
}

function testsIn(suite: RunnerTestSuite): RunnerTask[] {
  return suite.tasks.flatMap((task) => (task.type === 'suite' ? testsIn(task) : [task]));
}

/** Their set-up has nothing to do. */
function skipEmpty(suite: RunnerTestSuite): void {
  for (const task of suite.tasks) if (task.type === 'suite') skipEmpty(task);
  if (suite.tasks.length > 0 && suite.tasks.every(({ mode }) => mode === 'skip')) suite.mode = 'skip';
}
