/** Fixtures for Vitest: one emulator for each worker, one sandbox for each test. */

import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { test as base, type RunnerTestCase, type TestAPI, type TestContext } from 'vitest';
import { resolveOptionalPeer } from '../common/platform/optional-peer.js';
import type { SandboxControl } from '../emulator/control/methods/sandbox-control.js';
import type { Emulator } from '../start/emulator.js';
import type { EmulatorOptions } from '../emulator/options.js';
import { startForTests } from './start-for-tests.js';
import { TestSandbox } from './test-sandbox.js';

/** The fixtures that a test receives as its first argument. */
export interface EmulatorFixtures {
  /** The emulator that the tests of a worker share. The first test that uses it starts it. */
  readonly emulator: Emulator;
  /** The test's own institution: world, clock, scenarios and journal. Opened before the test, removed after it. */
  readonly sandbox: SandboxControl;
}

/**
 * Creates a `test` function whose emulator has these options. When a test fails, its error message also shows the
 * exchanges of its sandbox and the rules that they break, and a bundle for `id-emulator inspect` is attached.
 */
export function emulatorTest(options: EmulatorOptions = {}): TestAPI<EmulatorFixtures> {
  return base.extend<EmulatorFixtures>({
    emulator: [
      // Vitest reads the fixtures that this one needs from the parameter: none.
      // oxlint-disable-next-line no-empty-pattern
      async ({}, use) => {
        // In the pools `vmThreads` and `vmForks`, Node.js 20 has no Symbol.asyncDispose for `using`.
        const emulator = await startForTests(options);
        try {
          await use(emulator);
        } finally {
          await emulator.close();
        }
      },
      { scope: 'worker' },
    ],
    sandbox: async ({ emulator, task, annotate }, use) => {
      const opened = new TestSandbox(emulator, titleOf(task)).limitHolds(task.timeout);
      await use(opened.sandbox);
      await endTest(opened, task, annotate);
    },
  });
}

// Earlier versions have no fixtures of a worker, and their tests would fail with an error of JavaScript.
resolveOptionalPeer({ name: 'vitest', oldest: '3.2', purpose: 'id-emulator/vitest', install: 'npm install -D vitest' });

/** A `test` function whose emulator has the default options. */
export const test: TestAPI<EmulatorFixtures> = emulatorTest();

/** Explains the test if it failed, and removes its sandbox. */
async function endTest(opened: TestSandbox, task: RunnerTestCase, annotate: TestContext['annotate']): Promise<void> {
  const passed = task.result?.state !== 'fail';
  const error = task.result?.errors?.at(-1);
  await opened.end({ runner: 'vitest', passed, error: passed ? undefined : error }, async (explanation) =>
    explain(task, explanation, await attachBundle(task, annotate, opened)),
  );
}

/** The names of the suites and of the test. */
function titleOf({ name, suite }: Pick<RunnerTestCase, 'name' | 'suite'>): string {
  const names = [name];
  for (let outer = suite; outer !== undefined; outer = outer.suite) names.unshift(outer.name);
  return names.join(' > ');
}

/**
 * Appends the explanation to the error message, so that every reporter shows it beside the failure. Separate output
 * would appear far from it, and without the test's name when tests run concurrently.
 */
function explain({ result }: RunnerTestCase, explanation: string, bundle: string | undefined): void {
  const error = result?.errors?.at(-1);
  if (error === undefined) return;

  const more = bundle === undefined ? '' : `\nLook at it: npx --no-install id-emulator inspect ${bundle}`;
  error.message += `\n\n${explanation}${more}`;
}

/**
 * Attaches the bundle, as a file that Vitest copies to its folder of attachments. Vitest accepts annotations only while
 * a test runs, but the fixture ends after the test. So the test has the state `run` until the bundle is attached.
 * @returns the path of the copy; undefined if there is no bundle
 */
async function attachBundle(
  { result }: RunnerTestCase,
  annotate: TestContext['annotate'],
  opened: TestSandbox,
): Promise<string | undefined> {
  const bundle = await opened.bundle();
  if (result === undefined || bundle === undefined) return undefined;

  const { state } = result;
  const folder = await mkdtemp(join(tmpdir(), 'id-emulator-'));
  result.state = 'run';

  try {
    const path = join(folder, 'bundle.json');
    await writeFile(path, bundle);
    const file = { path, contentType: 'application/json' };
    const { attachment } = await annotate(`bundle of sandbox ${opened.sandbox.id}`, file);

    return attachment?.path && relative(process.cwd(), attachment.path);
  } finally {
    result.state = state;
    await rm(folder, { recursive: true });
  }
}
