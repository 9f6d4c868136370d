/** `wait`: until an emulator is ready. */

import { expect, test } from 'vitest';
import { startEmulator } from '../../src/start/emulator.js';
import { outcomeOf, idEmulator } from './id-emulator.js';
import { freePort } from './ports.js';

test('the command ends when the emulator is ready', async () => {
  const port = await freePort();
  await using waiting = idEmulator(['wait', '--url', `http://127.0.0.1:${port}`]);
  await using _emulator = await startEmulator({ port });
  expect(await waiting.ended).toMatchObject({ code: 0, stdout: '', stderr: '' });
});

test('the address comes from ID_EMULATOR_URL', async () => {
  await using emulator = await startEmulator();
  expect(await outcomeOf(['wait'], { env: { ID_EMULATOR_URL: emulator.url } })).toMatchObject({ code: 0 });
});

test('an emulator that does not become ready in time is a failure, with the reason', async () => {
  const port = await freePort();
  const { code, stderr } = await outcomeOf(['wait', '--url', `http://127.0.0.1:${port}`, '--timeout', '0.1']);
  expect(stderr).toMatch(/^id-emulator: no emulator became ready at http:\/\/127\.0\.0\.1:\d+ in 0\.1 s: [^\n]*\n$/);
  expect(code).toBe(1);
});

test.each(['0', '-1', 'soon', '4000'])('--timeout %s is refused', async (timeout) => {
  const { code, stderr } = await outcomeOf(['wait', '--timeout', timeout]);
  expect(stderr).toMatch(/^id-emulator: [^\n]*--timeout[^\n]*\n$/);
  expect(code).toBe(2);
});
