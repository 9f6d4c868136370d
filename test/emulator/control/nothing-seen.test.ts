/** The judge does not pass what it has not seen, and does not blame a client for requests to the emulator itself. */

import { expect, test } from 'vitest';
import { startEmulator } from '../../../src/index.js';
import { outcomeOf } from '../../cli/id-emulator.js';
import { untilEnd } from '../../until-end.js';

const emulator = await untilEnd(startEmulator());

test('a sandbox without exchanges has not passed, unless that is allowed', () => {
  using sandbox = emulator.sandbox();
  expect(sandbox.behaviour()).toMatchObject({ exchanges: 0, passed: false });
  expect(sandbox.behaviour({ allowEmpty: true })).toMatchObject({ exchanges: 0, passed: true });
});

test('over HTTP it is the same', async () => {
  using sandbox = emulator.sandbox();
  const address = `${emulator.url}/_emulator/sandboxes/${sandbox.id}/behaviour`;
  expect(await (await fetch(address)).json()).toMatchObject({ passed: false });
  expect(await (await fetch(`${address}?allowEmpty=true`)).json()).toMatchObject({ passed: true });
});

test('the command judge fails if nothing was seen, unless that is allowed', async () => {
  using sandbox = emulator.sandbox();
  const parameters = ['judge', '--url', emulator.url, '--sandbox', sandbox.id];
  const { code, stderr } = await outcomeOf(parameters);
  expect(stderr).toMatch(/^id-emulator: nothing seen: [^\n]*\n$/);
  expect(code).toBe(1);
  expect(await outcomeOf([...parameters, '--allow-empty'])).toMatchObject({ code: 0, stderr: '' });
});

test('a mistyped scenario in a header breaks no rule of the client', async () => {
  using sandbox = emulator.sandbox();
  const headers = {
    Authorization: `Bearer ${sandbox.accessToken().accessToken}`,
    'Emulator-Scenario': 'rate-limit-burts',
  };
  for (let call = 0; call < 3; call += 1)
    expect(await fetch(`${sandbox.apiUrl}/institutions/me/users`, { headers })).toMatchObject({ status: 400 });
  expect(sandbox.requests()).toHaveLength(3);
  expect(sandbox.requests()[0]).toMatchObject({ refusedByEmulator: true });
  const { verdicts } = sandbox.behaviour({ strict: true });
  expect(verdicts.filter(({ offences }) => offences.length > 0)).toEqual([]);
});

test.each(['undefined', 'null', '[object Object]'])('the journal shows a token that is "%s"', async (token) => {
  using sandbox = emulator.sandbox();
  const headers = { Authorization: `Bearer ${token}`, 'Emulator-Sandbox': sandbox.id };
  await fetch(`${sandbox.apiUrl}/institutions/me/users`, { headers });
  expect(sandbox.requests()[0]!.request.headers).toContainEqual(['Authorization', `Bearer ${token}`]);
});
