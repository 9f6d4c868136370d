/** `start --log`: each exchange in a line. */

import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { expect, test } from 'vitest';
import { MAIN } from './id-emulator.js';

const NOW = ['--port', '0', '--now', '2026-01-31T09:00:00Z'];

test('start ends on a signal although nobody reads its log', async () => {
  await using emulator = await unreadEmulator();
  const path = `/api/v1/institutions/me/users?search=${'x'.repeat(8_000)}`;
  for (let round = 0; round < 10; round++)
    await Promise.all(Array.from({ length: 10 }, () => fetch(emulator.url + path)));
  emulator.process.kill('SIGTERM');
  await once(emulator.process, 'exit');
  expect(emulator.process.exitCode).toBe(0);
});

interface UnreadEmulator extends AsyncDisposable {
  readonly process: ChildProcess;
  readonly url: string;
}

/** An emulator whose standard output is read up to the ready line only. */
async function unreadEmulator(): Promise<UnreadEmulator> {
  const child = spawn(process.execPath, [MAIN, 'start', ...NOW, '--log', 'json'], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const [ready] = (await once(child.stdout, 'data')) as [Buffer];
  child.stdout.pause();
  const { url } = JSON.parse(ready.toString()) as { url: string };
  return {
    process: child,
    url,
    [Symbol.asyncDispose]: async () => {
      if (child.exitCode === null && child.kill('SIGKILL')) await once(child, 'exit');
    },
  };
}
