/** Each method of the specification's table (section 4.3), and what it asks the service for. */

import { afterAll, beforeAll, expect, test } from 'vitest';
import { cast } from '../cast.js';
import { startClient, type ClientUnderTest } from './client-under-test.js';

const alice = cast('Alice');
const ben = cast('Ben');
const contractId = ben.credentials[0]!.contractId;

let client: ClientUnderTest;
beforeAll(async () => {
  client = await startClient();
});
afterAll(() => client[Symbol.asyncDispose]());

const lastRequest = () => client.sent.at(-1)!;

test('getUsers asks for the first ten users unless told otherwise', async () => {
  const page = await client.connection.getUsers();
  expect(page).toMatchObject({ pagination: { offset: 0, limit: 10 } });
  expect(page.items).toHaveLength(10);
  expect(lastRequest().url.search).toBe('?offset=0&limit=10');
});

test('getUsers passes every option on', async () => {
  const options = {
    offset: 1,
    limit: 2,
    orderBy: 'email',
    orderType: 'ASC',
    status: 'ACTIVE',
    reqStatus: 'APPROVED',
    kycStatus: 'APPROVED',
    search: 'a',
  } as const;
  const { items } = await client.connection.getUsers(options);
  expect(Object.fromEntries(lastRequest().url.searchParams)).toEqual({ ...options, offset: '1', limit: '2' });
  expect(items[0]).toMatchObject({ status: 'ACTIVE', kycStatus: 'APPROVED' });
});

test('an option that is undefined is as good as none', async () => {
  await client.connection.getUsers({ limit: undefined, search: undefined });
  expect(lastRequest().url.search).toBe('?offset=0&limit=10');
});

test('getHumanScores gives the scores of the parties that are asked for', async () => {
  const { items } = await client.connection.getHumanScores({ partyIds: [alice.partyId, ben.partyId] });
  expect(items.map(({ partyId }) => partyId).sort()).toEqual([alice.partyId, ben.partyId].sort());
});

test('getHumanScores without parties gives a page of all', async () => {
  const { items, pagination } = await client.connection.getHumanScores({ limit: 3 });
  expect(items).toHaveLength(3);
  expect(pagination.total).toBeGreaterThan(3);
});

test('getHumanScoreByPartyId gives the score of the party', async () => {
  const { partyId, humanScore } = await client.connection.getHumanScoreByPartyId(alice.partyId);
  expect(partyId).toBe(alice.partyId);
  expect(humanScore.totalScore).toBeGreaterThan(0);
});

test('getCredentials gives the credentials of the parties that are asked for', async () => {
  const { items } = await client.connection.getCredentials({ partyIds: [ben.partyId], offset: 0, limit: 5 });
  expect(items.map((item) => item.contractId)).toContain(contractId);
});

test('getCredentialByPartyId gives the credentials of the party', async () => {
  const credentials = await client.connection.getCredentialByPartyId(ben.partyId);
  expect(credentials.map((item) => item.contractId)).toContain(contractId);
});

test('a party ID is one segment of the path, whatever is in it', async () => {
  expect(await client.connection.getCredentialByPartyId('a/b?c#d e%2F')).toEqual([]);
  expect(lastRequest().url.pathname).toBe('/api/v1/institutions/me/credentials/a%2Fb%3Fc%23d%20e%252F');
});

test('resolveCredentials looks up by q', async () => {
  const { credentials } = await client.connection.resolveCredentials({ q: ben.email });
  expect(credentials.map(({ partyId }) => partyId)).toContain(ben.partyId);
});

test('resolveCredentials looks up by party ID', async () => {
  const { credentials } = await client.connection.resolveCredentials({ partyId: ben.partyId });
  expect(credentials.map(({ email }) => email)).toContain(ben.email);
});

test('resolve is the forward look-up', async () => {
  expect(await client.connection.resolve(ben.username)).toEqual(
    await client.connection.resolveCredentials({ q: ben.username }),
  );
});

test('reverseResolve is the reverse look-up', async () => {
  expect(await client.connection.reverseResolve(ben.partyId)).toEqual(
    await client.connection.resolveCredentials({ partyId: ben.partyId }),
  );
});

test('createCredentialsRequest resolves to nothing', async () => {
  await expect(
    client.connection.createCredentialsRequest({ partyId: ben.partyId, providers: ['GOOGLE'] }),
  ).resolves.toBeUndefined();
});

test('generateVerificationLink gives a link that checkVerificationStatus knows', async () => {
  const { token, verificationUrl } = await client.connection.generateVerificationLink({ contractId });
  expect(verificationUrl).toContain(token);
  expect(await client.connection.checkVerificationStatus(token)).toMatchObject({ contractId, isActive: true });
});

test('generateVerificationLinksBatch gives a link or an error for each item', async () => {
  const { results } = await client.connection.generateVerificationLinksBatch({
    requests: [{ contractId }, { contractId: '00ff' }],
  });
  expect(results[0]?.result?.token).toEqual(expect.any(String));
  expect(results[1]?.error?.message).toEqual(expect.any(String));
});

test('checkVerificationStatus neither sends nor asks for an access token, and works with credentials that are wrong', async () => {
  const { token } = await client.connection.generateVerificationLink({ contractId });
  const stranger = await client.connect({ clientId: 'nobody', clientSecret: 'nothing' });
  const before = client.count('token');
  expect(await stranger.checkVerificationStatus(token)).toHaveProperty('status');
  expect(lastRequest().authorization).toBeUndefined();
  expect(client.count('token')).toBe(before);
});

test('every other request bears the token', () => {
  const bare = client.sent.filter(
    ({ authorization, isTokenRequest }) => authorization === undefined && !isTokenRequest,
  );
  expect(bare.every(({ url }) => url.pathname.startsWith('/api/v1/verification/check/'))).toBe(true);
});

test('the slashes at the end of an address do not matter', async () => {
  const connection = await client.connect({ baseUrl: `${client.emulator.url}//` });
  expect(await connection.getCredentialByPartyId(ben.partyId)).not.toEqual([]);
});
