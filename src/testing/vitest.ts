/** Fixtures for Vitest: one emulator for each worker, one sandbox for each test. The only module that imports Vitest. */

import { test as base, type RunnerTestCase, type TestAPI } from 'vitest';
import type { SandboxControl } from '../control/sandbox-control.js';
import { startEmulator, type Emulator } from '../emulator.js';
import type { EmulatorOptions } from '../options.js';
import { describeFailure, type FailureContext, unidentifiedRequests } from './describe-failure.js';

/** The fixtures that a test receives as its first argument. */
export interface EmulatorFixtures {
  /** The emulator that the tests of a worker share. The first test that uses it starts it. */
  readonly emulator: Emulator;
  /** The test's own institution, with its own world, clock, scenarios and journal. Opened before the test, removed after it. */
  readonly sandbox: SandboxControl;
}

/** The longest name of a sandbox. */
const LONGEST_NAME = 200;

/**
 * Creates a `test` function whose emulator has these options. When a test fails, its error message also shows the exchanges
 * of its sandbox and the judge rules that they break.
 */
export function emulatorTest(options: EmulatorOptions = {}): TestAPI<EmulatorFixtures> {
  return base.extend<EmulatorFixtures>({
    emulator: [
      // Vitest reads the fixtures that this one needs from the parameter: none.
      // oxlint-disable-next-line no-empty-pattern
      async ({}, use) => {
        await using emulator = await startEmulator(options);
        await use(emulator);
      },
      { scope: 'worker' },
    ],
    sandbox: async ({ emulator, task }, use) => {
      const { exchanges: before } = emulator.defaultSandbox.show();
      const sandbox = emulator.sandbox({ name: titleOf(task).slice(0, LONGEST_NAME) });
      await use(sandbox);
      if (!isOpen(sandbox, emulator)) return;
      if (task.result?.state === 'fail')
        explain(task, sandbox, { unidentified: unidentifiedRequests(emulator, before) });
      sandbox.remove();
    },
  });
}

/** A `test` function whose emulator has the default options. */
export const test: TestAPI<EmulatorFixtures> = emulatorTest();

/** The names of the suites and of the test. */
function titleOf({ name, suite }: Pick<RunnerTestCase, 'name' | 'suite'>): string {
  const names = [name];
  for (let outer = suite; outer !== undefined; outer = outer.suite) names.unshift(outer.name);
  return names.join(' > ');
}

/** False if the test removed the sandbox or reset the emulator. */
function isOpen({ id }: SandboxControl, emulator: Emulator): boolean {
  return emulator.sandboxes().some((open) => open.id === id);
}

/**
 * Appends the explanation to the error message, so that every reporter shows it beside the failure. Separate output would
 * appear far from it, and without the test's name when tests run concurrently.
 */
function explain({ result }: Pick<RunnerTestCase, 'result'>, sandbox: SandboxControl, context: FailureContext): void {
  const error = result?.errors?.at(-1);
  if (error !== undefined) error.message += `\n\n${describeFailure(sandbox, context)}`;
}
