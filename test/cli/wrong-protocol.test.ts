/** Commands that tell a client with the wrong protocol from one that sends nothing. */

import { once } from 'node:events';
import { connect } from 'node:net';
import { expect, test } from 'vitest';
import { startEmulator } from '../../src/index.js';
import { idEmulator, outcomeOf, readyLine } from './id-emulator.js';

/** Sends half a TLS hello, and waits for the emulator to close the connection. */
async function sendHello(url: string): Promise<void> {
  const socket = connect(Number(new URL(url).port), '127.0.0.1');
  socket.on('error', () => undefined).resume();
  socket.end(Buffer.from([0x16, 0x03, 0x01, 0x02, 0x00, 0x01]));
  await once(socket, 'close');
}

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
