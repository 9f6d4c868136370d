/** `start --log`: each exchange in a line. */

import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import type { Readable } from 'node:stream';
import { setImmediate } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { idEmulator, MAIN, readyLine } from './id-emulator.js';

const NOW = ['--port', '0', '--now', '2026-01-31T09:00:00Z'];

test('--log pretty shows time, sandbox, request, status and what was applied by which selector', async () => {
  await using command = idEmulator(['start', ...NOW, '--log', 'pretty']);
  const url = (await command.printed(/http:\/\/127\.0\.0\.1:\d+/)).trim();
  const form = { grant_type: 'client_credentials', client_id: 'demo-institution', client_secret: 'demo-secret' };
  await fetch(`${url}/oauth/token`, {
    method: 'POST',
    headers: { 'Emulator-Scenario': 'token-endpoint-down' },
    body: new URLSearchParams(form),
  });
  expect(await command.printed(/^09:00:00.*$/m)).toMatch(
    /^09:00:00\.000 {2}default {2}#1 POST \/oauth\/token 503 {2}[\d.]+ ms {2}\[token-endpoint-down by header, call 1\]$/,
  );
});

test('--log json shows each exchange as an object', async () => {
  await using command = idEmulator(['start', ...NOW, '--log', 'json']);
  const { url } = await readyLine(command);
  await fetch(`${url}/api/v1/institutions/me/users`);
  const line = JSON.parse(await command.printed(/^\{"event":"exchange".*\}$/m)) as Record<string, unknown>;
  expect(line).toMatchObject({
    sandbox: 'default',
    id: 1,
    at: '2026-01-31T09:00:00.000Z',
    method: 'GET',
    operation: 'getUsers',
    status: 401,
    scenarios: [],
  });
  expect(line).not.toHaveProperty('request');
});

test('--log silent prints nothing', async () => {
  await using command = idEmulator(['start', ...NOW, '--log', 'silent']);
  expect(await command.end('SIGTERM')).toMatchObject({ code: 0, stdout: '', stderr: '' });
});

test('the log shows no secret of a URL', async () => {
  await using command = idEmulator(['start', ...NOW, '--log', 'pretty']);
  const url = (await command.printed(/http:\/\/127\.0\.0\.1:\d+/)).trim();
  await fetch(`${url}/api/v1/institutions/me/users?client_secret=demo-secret&access_token=abc.def.ghi`);
  const line = await command.printed(/^09:00:00.*$/m);
  expect(line).toContain('client_secret=');
  expect(line).not.toMatch(/demo-secret|abc\.def\.ghi/);
});

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
