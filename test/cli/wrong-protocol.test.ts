/** Commands that tell a client with the wrong protocol from one that sends nothing. */

import { once } from 'node:events';
import { connect } from 'node:net';
import { expect, test } from 'vitest';
import { startEmulator } from '../../src/index.js';
import { idEmulator, outcomeOf, readyLine } from './id-emulator.js';

/** A command that sends three requests by TLS to where it finds the API, and passes although none succeeds. */
const TLS_CLIENT = [
  process.execPath,
  '--input-type=module',
  '-e',
  `const url = process.env.ID_EMULATOR_API_URL.replace('http:', 'https:');
   for (let nth = 0; nth < 3; nth += 1) await fetch(url).catch(() => undefined);`,
];

/** Sends half a TLS hello, and waits for the emulator to close the connection. */
async function sendHello(url: string): Promise<void> {
  const socket = connect(Number(new URL(url).port), '127.0.0.1');
  socket.on('error', () => undefined).resume();
  socket.end(Buffer.from([0x16, 0x03, 0x01, 0x02, 0x00, 0x01]));
  await once(socket, 'close');
}

const THREE_BY_TLS =
  'no request arrived: 3 connections spoke TLS to the plain port; use http:, or start the emulator with --tls';

test.each(['--judge', '--fail-on-unused'])('exec %s says what the connections spoke', async (flag) => {
  const { code, stderr } = await outcomeOf(['exec', flag, '--', ...TLS_CLIENT]);
  const lines = stderr.trimEnd().split('\n');
  expect(lines.at(-1)).toBe(`id-emulator: ${THREE_BY_TLS}`);
  expect(lines.filter((line) => /: a connection from 127\.0\.0\.1:\d+ spoke TLS/.test(line))).toHaveLength(3);
  expect(code).toBe(1);
});

test('exec reports wrong protocols also without a check', async () => {
  const { code, stderr } = await outcomeOf(['exec', '--', ...TLS_CLIENT]);
  expect(stderr).toContain(' spoke TLS to the plain port; use http:');
  expect(code).toBe(0);
});

test('judge says what the connections spoke if there is nothing to judge', async () => {
  await using emulator = await startEmulator({}, { onWarning: () => undefined });
  await sendHello(emulator.url);
  const { code, stderr } = await outcomeOf(['judge', '--url', emulator.url]);
  expect(stderr).toBe(
    'id-emulator: nothing seen: no request arrived: 1 connection spoke TLS to the plain port; use http:, or start the emulator with --tls\n',
  );
  expect(code).toBe(1);
});

test('start logs a connection with the wrong protocol for programs', async () => {
  await using command = idEmulator(['start', '--port', '0', '--log', 'json']);
  const { url } = await readyLine(command);
  await sendHello(url);
  expect(JSON.parse(await command.printed(/^\{"event":"refused-connection".*\}(?=\n)/m))).toEqual({
    event: 'refused-connection',
    reason: 'tls',
    from: expect.stringMatching(/^127\.0\.0\.1:\d+$/) as string,
    count: 1,
    message: expect.stringContaining('spoke TLS to the plain port') as string,
  });
});

test('start logs a connection with the wrong protocol for people', async () => {
  await using command = idEmulator(['start', '--port', '0']);
  const [url] = /http:\/\/127\.0\.0\.1:\d+/.exec(await command.printed(/listens on .*\n/))!;
  await sendHello(url);
  expect(await command.printed(/^a connection from .*$/m)).toContain('spoke TLS to the plain port; use http:');
});

/** Sends one GET for 140 parties, whose target is too long. */
const LONG_TARGET = [
  process.execPath,
  '--input-type=module',
  '-e',
  `const parties = ('partyIds=party' + 'a'.repeat(112) + '&').repeat(140);
   await fetch(process.env.ID_EMULATOR_API_URL + '/institutions/me/credentials?' + parties);`,
];

test.each(['--judge', '--fail-on-unused'])('exec %s says why a message was refused before any call', async (flag) => {
  const { code, stderr } = await outcomeOf(['exec', flag, '--', ...LONG_TARGET]);
  const reason = /the request target has 17,\d{3} bytes, the limit is 16,384; send fewer partyIds/;
  const lines = stderr.trimEnd().split('\n');
  expect(lines.at(-1)).toMatch(/^id-emulator: 1 message was refused before any call \(414\): /);
  expect(lines.filter((line) => reason.test(line))).toHaveLength(2);
  expect(code).toBe(1);
});
