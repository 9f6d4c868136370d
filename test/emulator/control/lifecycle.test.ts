/** The lifecycle of data requests and credentials: what is possible, and what is refused with a remedy. */

import { expect, test } from 'vitest';
import { startEmulator } from '../../../src/index.js';
import { cast } from '../../cast.js';
import { variedSandbox, type VariedSandbox } from '../../contract/variants/varied-sandbox.js';
import { untilEnd } from '../../until-end.js';

const emulator = await untilEnd(startEmulator({ population: 20 }));

const ben = cast('Ben');

interface Row {
  readonly partyId: string;
  readonly proposalId: string;
  readonly kycProvider: string;
  readonly reqStatus: string;
  readonly kycStatus: string;
}

async function rowsOf({ send }: VariedSandbox, partyId: string): Promise<Row[]> {
  return ((await send(`institutions/me/users?search=${partyId}`)).json as { items: Row[] }).items;
}

async function requestsOf(varied: VariedSandbox, partyId: string): Promise<string[]> {
  return (await rowsOf(varied, partyId)).map(
    ({ kycProvider, reqStatus, kycStatus }) => `${kycProvider} ${reqStatus} ${kycStatus}`,
  );
}

function requestData({ send }: VariedSandbox, partyId: string, ...providers: string[]): Promise<unknown> {
  return send('institutions/me/credentials/request', { json: { partyId, providers } });
}

test('a request cannot be approved without a credential of its provider, and the refusal says what to do', async () => {
  const varied = variedSandbox(emulator, {});
  await requestData(varied, ben.partyId, 'GOOGLE');
  expect(() => varied.sandbox.world.approve(ben.partyId, 'GOOGLE')).toThrow(
    `Party "${ben.partyId}" has no valid credential of GOOGLE to disclose; issue one, which also approves a pending data request.`,
  );
  expect(await requestsOf(varied, ben.partyId)).toEqual(['GOOGLE PENDING TO_DO', 'GITHUB APPROVED APPROVED']);
});

test('over HTTP an impossible approval is 409', async () => {
  const varied = variedSandbox(emulator, {});
  await requestData(varied, ben.partyId, 'GOOGLE');
  const path = `/_emulator/sandboxes/${varied.sandbox.id}/world/parties/${ben.partyId}`;
  expect(await varied.send(`${path}/decisions`, { json: { status: 'APPROVED' } })).toMatchObject({ status: 409 });
  expect(await varied.send(`${path}/requests`, { json: { provider: 'REDDIT', status: 'APPROVED' } })).toMatchObject({
    status: 409,
  });
});

test('a revoked credential is not one that could be disclosed', () => {
  const { sandbox } = variedSandbox(emulator, {});
  const { contractId } = sandbox.world.issue(ben.partyId, { provider: 'GOOGLE', disclose: false });
  sandbox.world.revoke(contractId);
  sandbox.world.request(ben.partyId, 'GOOGLE');
  expect(() => sandbox.world.approve(ben.partyId)).toThrow('no valid credential of GOOGLE');
});

test('issuing a credential approves the pending request of its provider', async () => {
  const varied = variedSandbox(emulator, {});
  await requestData(varied, ben.partyId, 'GOOGLE');
  varied.sandbox.world.issue(ben.partyId, { provider: 'GOOGLE' });
  expect(await requestsOf(varied, ben.partyId)).toEqual(['GOOGLE APPROVED APPROVED', 'GITHUB APPROVED APPROVED']);
});

test('a credential that is issued without disclosure leaves its request in review', async () => {
  const varied = variedSandbox(emulator, {});
  await requestData(varied, ben.partyId, 'GOOGLE');
  varied.sandbox.world.issue(ben.partyId, { provider: 'GOOGLE', disclose: false });
  expect(await requestsOf(varied, ben.partyId)).toEqual(['GOOGLE PENDING IN_REVIEW', 'GITHUB APPROVED APPROVED']);
  varied.sandbox.world.approve(ben.partyId, 'GOOGLE');
  expect(await requestsOf(varied, ben.partyId)).toEqual(['GOOGLE APPROVED APPROVED', 'GITHUB APPROVED APPROVED']);
});

test('a request for a provider that is approved already succeeds and adds no row', async () => {
  const varied = variedSandbox(emulator, {});
  expect(await requestData(varied, ben.partyId, 'GITHUB')).toMatchObject({ status: 204 });
  expect(await requestsOf(varied, ben.partyId)).toEqual(['GITHUB APPROVED APPROVED']);
});

test('after a rejection the institution can request again, and the rejected row stays', async () => {
  const varied = variedSandbox(emulator, {});
  const rita = cast('Rita');
  expect(await requestsOf(varied, rita.partyId)).toHaveLength(1);
  await requestData(varied, rita.partyId, rita.credentials[0]!.provider);
  expect((await rowsOf(varied, rita.partyId)).map(({ reqStatus }) => reqStatus)).toEqual(['PENDING', 'REJECTED']);
});

test('a request that the control plane adds beside a pending or approved one is refused', () => {
  const { sandbox } = variedSandbox(emulator, {});
  sandbox.world.request(ben.partyId, 'GOOGLE');
  expect(() => sandbox.world.request(ben.partyId, 'GOOGLE')).toThrow(
    /has a pending data request for GOOGLE already, \d+; decide that one\.$/,
  );
  expect(() => sandbox.world.request(ben.partyId, 'GITHUB')).toThrow(
    /has approved data request \d+ for GITHUB already; another one is possible when that has been rejected or has expired\.$/,
  );
});

test('a rejected request stays rejected', () => {
  const { sandbox } = variedSandbox(emulator, {});
  const { id: requestId } = sandbox.world.request(ben.partyId, 'GOOGLE');
  sandbox.world.reject(ben.partyId);
  expect(() => sandbox.world.decide(ben.partyId, { status: 'APPROVED', requestId })).toThrow(
    `Data request ${requestId} is REJECTED for good; request the data of party "${ben.partyId}" again.`,
  );
});

test('a scheduled change that has become impossible meanwhile has no effect', () => {
  const varied = variedSandbox(emulator, {});
  const { world, clock } = varied.sandbox;
  const { contractId } = ben.credentials[0]!;
  clock.freeze();
  world.archive(contractId, { after: '20s' });
  world.revoke(contractId, { after: '10s' });
  clock.advance('30s');
  expect(world.credential(contractId).credential.state).toBe('revoked');
});

test('one request for two providers makes two rows with one proposal ID', async () => {
  const varied = variedSandbox(emulator, {});
  await requestData(varied, ben.partyId, 'GOOGLE', 'REDDIT');
  await requestData(varied, ben.partyId, 'REDDIT', 'DISCORD');
  const proposals = new Map(
    (await rowsOf(varied, ben.partyId)).map(({ kycProvider, proposalId }) => [kycProvider, proposalId]),
  );
  expect(proposals.get('GOOGLE')).toBe(proposals.get('REDDIT'));
  expect(new Set(proposals.values()).size).toBe(3);
});

test('request-approved-later: a party without a credential obtains one and discloses it', async () => {
  const varied = variedSandbox(emulator, {});
  varied.sandbox.clock.freeze();
  varied.sandbox.use('request-approved-later', { after: '30s' });
  await requestData(varied, ben.partyId, 'GOOGLE');
  expect((await requestsOf(varied, ben.partyId))[0]).toBe('GOOGLE PENDING TO_DO');
  varied.sandbox.clock.advance('30s');
  expect((await requestsOf(varied, ben.partyId))[0]).toBe('GOOGLE APPROVED APPROVED');
  const { json } = await varied.send(`institutions/me/credentials/${ben.partyId}`);
  expect((json as { provider: string }[]).map(({ provider }) => provider)).toEqual(['GITHUB', 'GOOGLE']);
});

test.each([
  [
    'approved without a credential',
    [{ provider: 'GOOGLE', status: 'APPROVED', requestedAt: '-P1D' }],
    'expected a credential of GOOGLE, because its request is APPROVED; add one, or make the request PENDING',
  ],
  [
    'pending beside an approved one',
    [
      { provider: 'REDDIT', status: 'APPROVED', requestedAt: '-P2D' },
      { provider: 'REDDIT', status: 'PENDING', requestedAt: '-P1D' },
    ],
    'expected one pending or approved request for REDDIT, found another at /requests/0',
  ],
] as const)('a new party with a request that is %s is refused', (_, requests, message) => {
  const { sandbox } = variedSandbox(emulator, {});
  const credentials = [{ provider: 'REDDIT', contractId: '00aa', issuedAt: '-P1D' }] as const;
  const entry = { email: 'new@example.com', firstName: 'New', lastName: 'Comer', credentials, requests };
  expect(() => sandbox.world.addParty(entry)).toThrow(message);
});
