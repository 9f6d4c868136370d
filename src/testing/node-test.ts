/** Sandboxes for node:test: one emulator for each test file, which node:test runs in a process of its own. */

import { after, type TestContext } from 'node:test';
import type { SandboxControl } from '../emulator/control/methods/sandbox-control.js';
import type { Emulator } from '../start/emulator.js';
import type { EmulatorOptions, SandboxOptions } from '../emulator/options.js';
import { startForTests } from './start-for-tests.js';
import { TestSandbox } from './test-sandbox.js';

/** Opens the sandbox of a test, and removes it after the test. The diagnostics of a failed test show the exchanges. */
export type OpenSandbox = (context: TestContext, options?: SandboxOptions) => Promise<SandboxControl>;

/** `passed` and `error` are newer than the types of Node.js 20. */
type FinishedContext = TestContext & { readonly passed?: boolean; readonly error?: Error | null };

/**
 * Creates a function that opens sandboxes of an emulator with these options. Call it at the top level of a file. The
 * first test that opens a sandbox starts the emulator; it is closed after the last test.
 */
export function sandboxOpener(options: EmulatorOptions = {}): OpenSandbox {
  let starting: Promise<Emulator> | undefined;
  after(async () => await (await starting)?.close());
  return async function openSandbox(context: FinishedContext, sandboxOptions = {}): Promise<SandboxControl> {
    const emulator = await (starting ??= startForTests(options));
    const opened = new TestSandbox(emulator, context.name, sandboxOptions);
    context.after(async () => {
      const { passed, error } = context;
      // node:test wraps what the test threw: the cause of its error is the error of the test.
      await opened.end({ runner: 'node-test', passed, error: error?.cause ?? error ?? undefined }, (explanation) => {
        for (const line of explanation.split('\n')) context.diagnostic(line);
      });
    });

    return opened.sandbox;
  };
}

/** Opens sandboxes of an emulator with the default options. */
export const openSandbox: OpenSandbox = sandboxOpener();
