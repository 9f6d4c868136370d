/** One emulator a test file, because node:test runs each in a process of its own; one sandbox a test. Not in `test/`, where node:test takes every file for a test. */

import { after } from 'node:test';
import { describeFailure, startEmulator } from 'id-emulator';

const emulator = await startEmulator();
after(() => emulator.close());

/** Opens a sandbox for a test and removes it afterwards. If the test fails, prints its exchanges. */
export function openSandbox(t) {
  const sandbox = emulator.sandbox({ name: t.name });
  t.after(() => {
    if (!t.passed) for (const line of describeFailure(sandbox).split('\n')) t.diagnostic(line);
    sandbox.remove();
  });
  return sandbox;
}
