/** `wait`: until an emulator is ready. */

import { expect, test } from 'vitest';
import { startEmulator } from '../../src/start/emulator.js';
import { idEmulator } from './id-emulator.js';
import { freePort } from './ports.js';

test('the command ends when the emulator is ready', async () => {
  const port = await freePort();
  await using waiting = idEmulator(['wait', '--url', `http://127.0.0.1:${port}`]);
  await using _emulator = await startEmulator({ port });
  expect(await waiting.ended).toMatchObject({ code: 0, stdout: '', stderr: '' });
});
