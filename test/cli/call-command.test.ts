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

test('call fails with the selected scenario each time that it is repeated', async () => {
  const failing = ['call', 'getUsers', '--scenario', 'rate-limit-burst;burst=1', '--expect', '429'];
  for (const _time of ['first', 'second', 'third']) {
    const { code, stdout } = await outcomeOf(failing, { env });
    expect(stdout).toMatch(/^< HTTP\/1\.1 429 Too Many Requests$/m);
    expect(stdout).toMatch(/^< Retry-After: 1$/m);
    expect(stdout).toMatch(/^rate-limit-burst, selected by header, call 1 \(after=0, burst=1, retry-after=1\)\.$/m);
    expect(code).toBe(0);
  }
});

test('call says nothing about the client to the judge', async () => {
  const sandbox = emulator.sandbox();
  await outcomeOf(['call', 'getUsers', '--scenario', 'rate-limit-burst', '--sandbox', sandbox.id], { env });
  expect(sandbox.requests()).toMatchObject([{ status: 429, sentByEmulator: true }]);
  expect(sandbox.behaviour().exchanges).toBe(0);
});

test('call --expect exits with 1 if the response has another status', async () => {
  const { code, stderr } = await outcomeOf(['call', 'getUsers', '--expect', '4xx'], { env });
  expect({ code, stderr }).toEqual({ code: 1, stderr: 'id-emulator: expected 4xx, found 200\n' });
});

test('call shows a connection that is reset, and no status', async () => {
  const reset = ['call', 'getUsers', '--scenario', 'connection-reset', '--expect', '5xx'];
  const { code, stdout, stderr } = await outcomeOf(reset, { env });
  expect(stdout).toContain('* connection reset by the server\n');
  expect(stdout).not.toMatch(/^< /m);
  expect({ code, stderr }).toEqual({ code: 1, stderr: 'id-emulator: expected 5xx, found no response\n' });
});

test('call waits until a delayed response is written', async () => {
  const { stdout } = await outcomeOf(['call', 'getUsers', '--scenario', 'latency;from="80ms";to="90ms"'], { env });
  expect(Number(/^\* after (\d+) ms$/m.exec(stdout)?.[1])).toBeGreaterThanOrEqual(80);
});

test.each(['tara.thorne@example.com', 'tarathorne'])('call --party %s concerns that party', async (party) => {
  const { stdout } = await outcomeOf(['call', 'getHumanScoreByPartyId', '--party', party], { env });
  expect(stdout).toMatch(/^< HTTP\/1\.1 429 /m);
  expect(stdout).toMatch(/^rate-limit-steady, selected by party, /m);
});

test('call says that a scenario was not applied', async () => {
  const { stdout } = await outcomeOf(['call', 'getUsers', '--scenario', 'batch-partial-failure'], { env });
  expect(stdout).toMatch(/ changed nothing: it does not affect /m);
});

test('call keeps secrets to itself', async () => {
  const sandbox = emulator.sandbox({ clientSecret: 'a secret of nobody' });
  const { stdout } = await outcomeOf(['call', 'issueToken', '--sandbox', sandbox.id], { env });
  expect(stdout).toMatch(/^< HTTP\/1\.1 200 /m);
  expect(decodeURIComponent(stdout.replaceAll('+', ' '))).not.toContain('a secret of nobody');
});

test.each([
  [['getUsr'], 'there is no operation "getUsr"; did you mean "getUsers"?'],
  [['getUsers', '--party', 'nobody'], '--party: there is no party with the ID, e-mail address or username "nobody"'],
  [['getUsers', '--scenario', 'rate-limit'], '--scenario: There is no scenario "rate-limit"; did you mean'],
  [['getUsers', '--expect', 'failure'], '--expect: expected a status such as 429 or 4xx, found "failure"'],
])('call %j is refused with what is wrong', async (words, reason) => {
  const { code, stderr } = await outcomeOf(['call', ...words], { env });
  expect(stderr).toContain(`id-emulator: ${reason}`);
  expect(code).toBe(2);
});

test('call refuses a mistyped operation before it starts an emulator of its own', async () => {
  const { stderr } = await outcomeOf(['call', 'getUsr']);
  expect(stderr).toBe('id-emulator: there is no operation "getUsr"; did you mean "getUsers"?\n');
});

test('call has an emulator of its own if no address is given and none runs at the default one', async () => {
  const failing = ['call', 'getUsers', '--scenario', 'rate-limit-burst', '--expect', '429'];
  expect(await outcomeOf(failing)).toMatchObject({ code: 0 });
});

test('call at an address where no emulator runs is refused', async () => {
  const closed = await startEmulator();
  await closed.close();
  const { code, stderr } = await outcomeOf(['call', 'getUsers', '--url', closed.url]);
  expect(stderr).toContain('start an emulator there');
  expect(code).toBe(2);
});

test('the line that start prints is a call that fails', async () => {
  await using command = idEmulator(['start', '--port', '0']);
  const line = await command.printed(/^ +id-emulator call .*(?=\n)/m);
  const words = line.trim().split(' ').slice(1);
  expect(await outcomeOf([...words, '--expect', '429'])).toMatchObject({ code: 0, stderr: '' });
});
