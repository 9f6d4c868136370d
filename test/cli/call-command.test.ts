/** `call`: one operation from a terminal, with the reason for its response. */

import { expect, test } from 'vitest';
import { OPERATION_IDS } from '../../src/contract/operation.js';
import { startEmulator } from '../../src/start/emulator.js';
import { idEmulator, outcomeOf } from './id-emulator.js';
import { untilEnd } from '../until-end.js';

const emulator = await untilEnd(startEmulator());
const env: NodeJS.ProcessEnv = { ID_EMULATOR_URL: emulator.url };

test.each(OPERATION_IDS)('call %s succeeds, and prints request, response and reason', async (operation) => {
  const { code, stdout, stderr } = await outcomeOf(['call', operation, '--expect', '2xx'], { env });
  expect(stdout).toMatch(/^> (?:GET|POST) \S+ HTTP\/1\.1$/m);
  expect(stdout).toMatch(/^< HTTP\/1\.1 20\d /m);
  expect(stdout).toContain('No scenario: this is how the contract answers this request.');
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
});

test('call says nothing about the client to the judge', async () => {
  const sandbox = emulator.sandbox();
  await outcomeOf(['call', 'getUsers', '--scenario', 'rate-limit-burst', '--sandbox', sandbox.id], { env });
  expect(sandbox.requests()).toMatchObject([{ status: 429, sentByEmulator: true }]);
  expect(sandbox.behaviour().exchanges).toBe(0);
});

test('call waits until a delayed response is written', async () => {
  const { stdout } = await outcomeOf(['call', 'getUsers', '--scenario', 'latency;from="80ms";to="90ms"'], { env });
  expect(Number(/^\* after (\d+) ms$/m.exec(stdout)?.[1])).toBeGreaterThanOrEqual(80);
});

test('call keeps secrets to itself', async () => {
  const sandbox = emulator.sandbox({ clientSecret: 'a secret of nobody' });
  const { stdout } = await outcomeOf(['call', 'issueToken', '--sandbox', sandbox.id], { env });
  expect(stdout).toMatch(/^< HTTP\/1\.1 200 /m);
  expect(decodeURIComponent(stdout.replaceAll('+', ' '))).not.toContain('a secret of nobody');
});

test('the line that start prints is a call that fails', async () => {
  await using command = idEmulator(['start', '--port', '0']);
  const line = await command.printed(/^ +id-emulator call .*(?=\n)/m);
  const words = line.trim().split(' ').slice(1);
  expect(await outcomeOf([...words, '--expect', '429'])).toMatchObject({ code: 0, stderr: '' });
});
