/** The basis of the contract's points, and the points behind the exchanges of a sandbox. */

import { expect, test } from 'vitest';
import type { SandboxFidelity } from '../../../src/emulator/control/documents.js';
import type { Schemas } from '../../../src/emulator/control/documents.js';
import { shippedContract } from '../../../src/start/shipped.js';
import { cast } from '../../cast.js';
import { startControlledEmulator, problem, problemIn, type TestSandbox } from './controlled-emulator.js';
import { untilEnd } from '../../until-end.js';

const BEN = cast('Ben');

const controlled = await untilEnd(startControlledEmulator({ population: 0 }));

const asked = async (query: string) =>
  (await controlled.control('get', `/fidelity${query}`)).body as Schemas['Fidelity'];
/** The IDs of the guesses behind the sandbox's last exchange. */
async function behindLast({ done }: TestSandbox): Promise<string[]> {
  const { exchanges } = await done<{ exchanges: { id: number }[] }>('get', '/journal');
  const { restsOn } = await done<{ restsOn: { id: string }[] }>('get', `/journal/${exchanges.at(-1)!.id}`);
  return restsOn.map(({ id }) => id);
}

test('every point of the contract is returned, with counts by basis', async () => {
  const { points, counts } = await asked('');
  expect(points).toEqual(shippedContract().fidelity().points);
  expect(Object.values(counts).reduce((sum, count) => sum + count)).toBe(points.length);
  expect(counts).toMatchObject({ recorded: 0, chosen: points.filter(({ basis }) => basis === 'chosen').length });
});

test('points can be selected by basis and operation', async () => {
  expect(new Set((await asked('?basis=chosen,inferred')).points.map(({ basis }) => basis))).toEqual(
    new Set(['chosen', 'inferred']),
  );
  expect(new Set((await asked('?basis=chosen&basis=specified')).points.map(({ basis }) => basis))).toEqual(
    new Set(['chosen', 'specified']),
  );
  const { points } = await asked('?basis=chosen&operation=checkVerificationStatus');
  expect(points.map(({ id }) => id)).toContain('VerificationStatus:standing');
  expect(points.every(({ operations }) => operations.includes('checkVerificationStatus'))).toBe(true);
});

test('an unknown basis or operation is refused with the list of valid ones', async () => {
  expect(problemIn(await controlled.control('get', '/fidelity?basis=guessed'))).toMatchObject(
    problem(422, { pointer: '/basis/0' }),
  );
  const { detail } = (await controlled.control('get', '/fidelity?operation=listUsers')).body as { detail: string };
  expect(detail).toMatch(/^Query \/operation: expected one of issueToken, getUsers, .*, found "listUsers"\.$/);
});

test('an exchange that is read by its number has the guesses behind its response', async () => {
  const sandbox = await controlled.open();
  await sandbox.get('/institutions/me/users?search=ben&limit=1').expect(200);
  const first = await behindLast(sandbox);
  expect(first).toEqual(
    expect.arrayContaining([
      'getUsers.search:matching',
      'getUsers.orderBy:default',
      'RequestStatus:values',
      'Timestamp:format',
    ]),
  );
  expect(first).not.toContain('getUsers.orderBy:refusal');
  await sandbox.get('/institutions/me/users?orderBy=name').expect(400);
  const second = await behindLast(sandbox);
  expect(second).toContain('getUsers.orderBy:refusal');
  expect(second).not.toContain('RequestStatus:values');
});

test('each kind of response rests on its own points', async () => {
  const sandbox = await controlled.open();
  expect(await behindLast(sandbox)).toEqual(
    expect.arrayContaining(['TokenResponse.access_token:shape', 'TokenResponse.scope:shape']),
  );
  await sandbox.get('/institutions/me/human-scores/nobody').expect(404);
  expect(await behindLast(sandbox)).toContain('getHumanScoreByPartyId:unknown-party');
  await sandbox
    .post('/institutions/me/credentials/request', { partyId: BEN.partyId, providers: ['GOOGLE'] })
    .expect(204);
  expect(await behindLast(sandbox)).toEqual([
    'service:compression',
    'createCredentialsRequest:effect',
    'createCredentialsRequest:visibility',
    'createCredentialsRequest:without-credential',
    'createCredentialsRequest:repetition',
    'createCredentialsRequest:repeated-request',
    'createCredentialsRequest:approval',
  ]);
  await sandbox
    .post('/verification/generate-links-batch', { requests: [{ contractId: '00ff' }, { contractId: '00ff' }] })
    .expect(200);
  expect(await behindLast(sandbox)).toEqual(
    expect.arrayContaining([
      'BatchResultItem.error:unknown-contract',
      'generateVerificationLinksBatch:repeated-contract',
    ]),
  );
  await sandbox.get('/institutions/you').expect(404);
  expect(await behindLast(sandbox)).toEqual(
    expect.arrayContaining(['service:unknown-path', 'service:me', 'service:address', 'service:events']),
  );
});

test('a response that was never sent rests on nothing, and one that was cut off rests on its head', async () => {
  const sandbox = await controlled.open();
  await expect(sandbox.get('/institutions/me/users').set('Emulator-Scenario', 'connection-reset')).rejects.toThrow();
  expect(await behindLast(sandbox)).toEqual([]);
  await expect(sandbox.get('/institutions/me/users').set('Emulator-Scenario', 'body-cut')).rejects.toThrow();
  const brokenOff = await behindLast(sandbox);
  expect(brokenOff).toContain('getUsers.200:number');
  expect(brokenOff).not.toContain('Pagination:type');
});

test('a form body is parsed as a form, also if it is malformed', async () => {
  const sandbox = await controlled.open();
  for (const form of ['grant_type=client_credentials&scope=all&client_id=a&client_secret=b', 'grant_type=%zz']) {
    await fetch(sandbox.tokenUrl, {
      method: 'POST',
      headers: { 'Content-Type': 'application/x-www-form-urlencoded' },
      body: form,
    });
  }
  const { guesses } = controlled.emulator.sandboxes()[0]!.fidelity();
  expect(guesses.map(({ id }) => id)).toEqual(
    expect.arrayContaining(['ClientRefused', 'TokenRequestRefused', 'OAuthError.error:bad-credentials']),
  );
});

test('the guesses behind all exchanges are summed up equally in a program and over HTTP', async () => {
  const sandbox = await controlled.open();
  await sandbox.get('/institutions/me/users').expect(200);
  await sandbox.get('/institutions/me/users?orderBy=email').expect(200);
  const summed = await sandbox.done<SandboxFidelity>('get', '/fidelity');
  const inProgram = controlled.emulator
    .sandboxes()
    .find(({ id }) => id === sandbox.id)!
    .fidelity();
  expect(inProgram).toEqual(summed);
  expect(summed).toMatchObject({ sandbox: sandbox.id, exchanges: 3 });
  expect(summed.guesses.find(({ id }) => id === 'getUsers.orderType:default')).toMatchObject({
    basis: 'chosen',
    count: 2,
    exchanges: [2, 3],
  });
  expect(summed.guesses.find(({ id }) => id === 'getUsers.orderBy:default')).toMatchObject({
    count: 1,
    exchanges: [2],
  });
  expect(summed.text.split('\n')[0]).toMatch(
    new RegExp(`^3 exchanges rest on ${summed.guesses.length} guesses \\(\\d+ inferred, \\d+ chosen\\):$`),
  );
  expect(summed.text).toMatch(/^ {2}chosen {4}getUsers\.orderType:default +2 exchanges {2}Newest first/m);
});

test('a sandbox without exchanges rests on no guess', () => {
  using sandbox = controlled.emulator.sandbox();
  expect(sandbox.fidelity()).toEqual({
    sandbox: sandbox.id,
    exchanges: 0,
    guesses: [],
    text: '0 exchanges rest on no guess.',
  });
});
