/** `start --log`: each exchange in a line. */

import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import type { Readable } from 'node:stream';
import { setImmediate } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { MAIN } from './id-emulator.js';

const NOW = ['--port', '0', '--now', '2026-01-31T09:00:00Z'];

test('a log that nobody reads is bounded, and says how many lines it left out', async () => {
  await using emulator = await unreadEmulator();
  const { url, stdout } = emulator;
  const path = `/api/v1/institutions/me/users?search=${'x'.repeat(8_000)}`;
  for (let round = 0; round < 28; round++) await Promise.all(Array.from({ length: 10 }, () => fetch(url + path)));
  stdout.resume();
  const dropped = await lineThat(emulator, /\{"event":"dropped","lines":(\d+)\}/, () =>
    fetch(`${url}/api/v1/institutions/me/users`),
  );
  expect(Number(dropped)).toBeGreaterThan(50);
});

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
  readonly stdout: Readable;
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
    stdout: child.stdout,
    [Symbol.asyncDispose]: async () => {
      if (child.exitCode === null && child.kill('SIGKILL')) await once(child, 'exit');
    },
  };
}

/** The first group of the pattern, once a line has it. Asks now and then, because lines come with exchanges. */
async function lineThat({ stdout }: UnreadEmulator, pattern: RegExp, ask: () => Promise<unknown>): Promise<string> {
  let text = '';
  stdout.on('data', (part: Buffer) => (text += part.toString()));
  for (;;) {
    const found = pattern.exec(text)?.[1];
    if (found !== undefined) return found;
    await ask();
    await setImmediate();
  }
}
