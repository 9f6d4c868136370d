/** Fixtures for Playwright Test: one emulator for each worker, one sandbox for each test. */

import { test as base, type TestType } from '@playwright/test';
import type { SandboxControl } from '../emulator/control/methods/sandbox-control.js';
import type { Emulator } from '../start/emulator.js';
import type { EmulatorOptions } from '../emulator/options.js';
import { startForTests } from './start-for-tests.js';
import { explainError, TestSandbox } from './test-sandbox.js';

/** The fixtures of a test. */
export interface SandboxFixture {
  /** The test's own institution: world, clock, scenarios and journal. Opened before the test, removed after it. */
  readonly sandbox: SandboxControl;
}

/** The fixtures of a worker. */
export interface EmulatorFixture {
  /** Options of the emulator; set them with `use: { emulatorOptions: { seed: 7 } }` or `test.use()`. */
  readonly emulatorOptions: EmulatorOptions;
  /** The emulator that the tests of a worker share. */
  readonly emulator: Emulator;
}

type Fixtures =
  typeof base extends TestType<infer TestArgs, infer WorkerArgs>
    ? TestType<TestArgs & SandboxFixture, WorkerArgs & EmulatorFixture>
    : never;

/**
 * A `test` function with these fixtures. When a test fails, its error message also shows the exchanges of its sandbox
 * and the judge rules that they break, and a bundle for `id-emulator inspect` is attached.
 */
export const test: Fixtures = base.extend<SandboxFixture, EmulatorFixture>({
  emulatorOptions: [{}, { option: true, scope: 'worker' }],
  emulator: [
    async ({ emulatorOptions }, use) => {
      const emulator = await startForTests(emulatorOptions);
      await use(emulator);
      await emulator.close();
    },
    { scope: 'worker' },
  ],
  sandbox: async ({ emulator }, use, testInfo) => {
    // The first title is the name of the file.
    const opened = new TestSandbox(emulator, testInfo.titlePath.slice(1).join(' > ')).limitHolds(testInfo.timeout);
    await use(opened.sandbox);

    // A test that is marked with `test.fail()` passes by failing.
    const passed = testInfo.status === testInfo.expectedStatus;
    const failure = testInfo.errors.at(-1);
    const error = passed ? undefined : (failure?.message ?? testInfo.status);
    await opened.end({ runner: 'playwright', passed, error }, async (explanation) => {
      if (failure !== undefined) explainError(failure, explanation);
      const body = await opened.bundle();
      if (body !== undefined) await testInfo.attach('bundle', { body, contentType: 'application/json' });
    });
  },
});
