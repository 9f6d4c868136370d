/** `start --log silent` prints nothing at all. */

import { once } from 'node:events';
import { connect } from 'node:net';
import { expect, test, vi } from 'vitest';
import { idEmulator } from './id-emulator.js';
import { freePort } from './ports.js';

test.each(['127.0.0.1', '0.0.0.0'])('a silent emulator on %s prints nothing', async (host) => {
  const port = await freePort();
  await using command = idEmulator(['start', '--log', 'silent', '--port', String(port), '--host', host]);
  await vi.waitFor(() => fetch(`http://127.0.0.1:${port}/_emulator/health`), { timeout: 20_000 });
  const socket = connect(port, '127.0.0.1', () => socket.end('no HTTP\r\n\r\n'));
  await once(socket.resume(), 'close');
  expect(await command.end('SIGTERM')).toMatchObject({ code: 0, stdout: '', stderr: '' });
});
