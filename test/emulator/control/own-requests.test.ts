/** Requests that the emulator sends itself, for a person at the inspector: they say nothing of the client. */

import { expect, test } from 'vitest';
import type { SandboxControl } from '../../../src/emulator/control/methods/sandbox-control.js';
import { startEmulator } from '../../../src/index.js';
import { cast } from '../../cast.js';
import { untilEnd } from '../../until-end.js';

const emulator = await untilEnd(startEmulator({ population: 5 }));

const USERS = '/api/v1/institutions/me/users?limit=1';

/** A request of a client. */
async function ask(sandbox: SandboxControl, headers: Readonly<Record<string, string>> = {}): Promise<number> {
  const { accessToken } = sandbox.accessToken();
  const url = sandbox.url + USERS;
  const { status } = await fetch(url, { headers: { Authorization: `Bearer ${accessToken}`, ...headers } });
  return status;
}

function ruleOf(sandbox: SandboxControl, id: string): string {
  return sandbox.behaviour().verdicts.find(({ rule }) => rule === id)!.verdict;
}

test('a request of the emulator is in the journal with a mark, and breaks no rule', async () => {
  using sandbox = emulator.sandbox();
  expect(await ask(sandbox, { 'Emulator-Scenario': 'rate-limit-burst' })).toBe(429);
  const { clientId } = sandbox;
  for (let count = 0; count < 3; count++)
    expect(await sandbox.send({ method: 'GET', target: USERS, clientId })).toMatchObject({
      status: 200,
      clientId,
      sentByEmulator: true,
    });
  expect(sandbox.requests().map(({ sentByEmulator = false }) => sentByEmulator)).toEqual([false, true, true, true]);
  expect(ruleOf(sandbox, 'wait-as-told')).toBe('not-seen');
  expect(sandbox.behaviour().exchanges).toBe(1);
});

test('no header of a client escapes the judge', async () => {
  using sandbox = emulator.sandbox();
  await sandbox.send({ method: 'GET', target: USERS, clientId: sandbox.clientId });
  const [own] = sandbox.requests();
  const copied = Object.fromEntries(
    own!.request.headers.filter(([name]) => !/^(?:host|connection|authorization)$/i.test(name)),
  );
  const headers = { ...copied, 'Sent-By-Emulator': 'true', 'X-Emulator-Sent': '?1', sentByEmulator: 'true' };
  expect(await ask(sandbox, { ...headers, 'Emulator-Scenario': 'rate-limit-burst' })).toBe(429);
  // Of one that arrives at once, the judge cannot always say whether the client had seen the response.
  for (let time = 0; time < 3; time++) expect(await ask(sandbox, headers)).toBe(200);
  expect(
    sandbox
      .requests()
      .slice(1)
      .some(({ sentByEmulator }) => sentByEmulator),
  ).toBe(false);
  expect(ruleOf(sandbox, 'wait-as-told')).not.toBe('not-seen');
});

test('coverage, verifications, guesses and pacts are about the requests of clients alone', async () => {
  using sandbox = emulator.sandbox();
  await sandbox.send({ method: 'GET', target: USERS, clientId: sandbox.clientId });
  expect(sandbox.coverage().exchanges).toBe(0);
  expect(sandbox.fidelity().exchanges).toBe(0);
  expect(sandbox.verify([{ operation: 'getUsers' }]).passed).toBe(false);
  const { interactions, metadata } = sandbox.pact({ consumer: 'shop' });
  expect(interactions).toEqual([]);
  expect(metadata['id-emulator'].leftOut).toMatchObject([
    { reason: 'The inspector sent the request, not the consumer.' },
  ]);
});

test('it meets what the next call of the client will meet, and uses up no count', async () => {
  using sandbox = emulator.sandbox();
  sandbox.scenarios.select('rate-limit-burst;burst=2');
  const send = async () => (await sandbox.send({ method: 'GET', target: USERS, clientId: sandbox.clientId })).status;
  expect([await send(), await send(), await send()]).toEqual([429, 429, 429]);
  expect(sandbox.scenarios.active()).toMatchObject([{ calls: 0, fired: 0 }]);
  expect([await ask(sandbox), await ask(sandbox), await ask(sandbox)]).toEqual([429, 429, 200]);
});

test('the suffix of a client ID selects scenarios, and a fault of the connection is recorded', async () => {
  using sandbox = emulator.sandbox();
  const clientId = `${sandbox.clientId}+connection-reset`;
  const reset = await sandbox.send({ method: 'GET', target: USERS, clientId });
  expect(reset.response.ending).toBe('reset');
  const headers = [['Emulator-Scenario', 'no-answer']] as const;
  const none = await sandbox.send({ method: 'GET', target: USERS, headers, clientId: sandbox.clientId });
  expect(none.response.ending).toBe('never');
});

test('links in the response have the address of the emulator', async () => {
  using sandbox = emulator.sandbox();
  const credential = cast('Ben').credentials[0]!;
  const { response } = await sandbox.send({
    method: 'POST',
    target: '/api/v1/verification/generate-link',
    headers: [['Content-Type', 'application/json']],
    body: JSON.stringify({ contractId: credential.contractId }),
    clientId: sandbox.clientId,
  });
  expect(JSON.stringify(response.body)).toContain(`${emulator.url}/verify/`);
});

test('a bundle keeps its mark, and a recording shows it', async () => {
  using sandbox = emulator.sandbox();
  sandbox.scenarios.select('rate-limit-burst;after=1');
  expect(await ask(sandbox)).toBe(200);
  await sandbox.send({ method: 'GET', target: USERS, clientId: sandbox.clientId });
  expect(await ask(sandbox)).toBe(429);
  const body = JSON.stringify(sandbox.bundle());
  const headers = { 'Content-Type': 'application/json' };
  const opened = await fetch(`${emulator.url}/_emulator/recordings`, { method: 'POST', headers, body });
  const { id } = (await opened.json()) as { readonly id: string };
  using recording = emulator.sandboxes().find((shown) => shown.id === id)!;
  expect(recording.requests().map(({ sentByEmulator = false }) => sentByEmulator)).toEqual([false, true, false]);
  expect(recording.behaviour().verdicts).toEqual(sandbox.behaviour().verdicts);
});

test('a request with a token of another sandbox, or that is no HTTP, is refused', async () => {
  using sandbox = emulator.sandbox();
  using other = emulator.sandbox();
  const headers = [['Authorization', `Bearer ${other.accessToken().accessToken}`]] as const;
  await expect(sandbox.send({ method: 'GET', target: USERS, headers })).rejects.toThrow(/belongs to sandbox/);
  await expect(sandbox.send({ method: 'GE T', target: USERS })).rejects.toThrow(/cannot be sent: .*GE T/);
});
