/** Fixtures for vitest: one emulator a worker, one sandbox a test. The only module that loads vitest. */

import { test as base, type RunnerTestCase, type TestAPI } from 'vitest';
import type { SandboxControl } from '../control/sandbox-control.js';
import { startEmulator, type Emulator } from '../emulator.js';
import type { EmulatorOptions } from '../options.js';
import { describeFailure } from './describe-failure.js';

/** What a test can ask for in its first parameter. */
export interface EmulatorFixtures {
  /** Shared by the tests of a worker; started when the first of them asks. */
  readonly emulator: Emulator;
  /** The test's own: institution, world, clock, scenarios and journal. Opened before the test, removed after it. */
  readonly sandbox: SandboxControl;
}

/** The control plane does not take longer names. */
const LONGEST_NAME = 200;

/**
 * A `test` with an emulator that is set up as the options say. Where a test fails, the error's message goes on with the
 * exchanges of its sandbox and the rules that they break.
 */
export function emulatorTest(options: EmulatorOptions = {}): TestAPI<EmulatorFixtures> {
  return base.extend<EmulatorFixtures>({
    emulator: [
      // vitest reads from the parameter which fixtures this one needs: none.
      // eslint-disable-next-line no-empty-pattern
      async ({}, use) => {
        await using emulator = await startEmulator(options);
        await use(emulator);
      },
      { scope: 'worker' },
    ],
    sandbox: async ({ emulator, task }, use) => {
      const sandbox = emulator.sandbox({ name: titleOf(task).slice(0, LONGEST_NAME) });
      await use(sandbox);
      if (!isOpen(sandbox, emulator)) return;
      if (task.result?.state === 'fail') explain(task, sandbox);
      sandbox.remove();
    },
  });
}

/** A `test` with an emulator as it is by default. */
export const test: TestAPI<EmulatorFixtures> = emulatorTest();

/** The test's name after those of its suites. */
function titleOf({ name, suite }: Pick<RunnerTestCase, 'name' | 'suite'>): string {
  const names = [name];
  for (let outer = suite; outer !== undefined; outer = outer.suite) names.unshift(outer.name);
  return names.join(' > ');
}

/** A test may have removed it, or reset the whole emulator. */
function isOpen({ id }: SandboxControl, emulator: Emulator): boolean {
  return emulator.sandboxes().some((open) => open.id === id);
}

/**
 * Within the message, the explanation stands where the failure does in every reporter; output of its own would be far
 * away from it, and without its test's name where tests run concurrently.
 */
function explain({ result }: Pick<RunnerTestCase, 'result'>, sandbox: SandboxControl): void {
  const error = result?.errors?.at(-1);
  if (error !== undefined) error.message += `\n\n${describeFailure(sandbox)}`;
}
