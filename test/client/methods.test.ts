/** Each method of the specification's table (section 4.3), and its request. */

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

test('getUsers requests the first ten users by default', async () => {
  const page = await client.connection.getUsers();
  expect(page).toMatchObject({ pagination: { offset: 0, limit: 10 } });
  expect(page.items).toHaveLength(10);
  expect(lastRequest().url.search).toBe('?offset=0&limit=10');
});

test('getUsers sends every option', async () => {
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

test('an undefined option is not sent', async () => {
  await client.connection.getUsers({ limit: undefined, search: undefined });
  expect(lastRequest().url.search).toBe('?offset=0&limit=10');
});

test('getHumanScores returns the scores of the requested parties', async () => {
  const { items } = await client.connection.getHumanScores({ partyIds: [alice.partyId, ben.partyId] });
  expect(items.map(({ partyId }) => partyId).sort()).toEqual([alice.partyId, ben.partyId].sort());
});

test('getHumanScores without parties returns a page of all scores', async () => {
  const { items, pagination } = await client.connection.getHumanScores({ limit: 3 });
  expect(items).toHaveLength(3);
  expect(pagination.total).toBeGreaterThan(3);
});

test('getHumanScoreByPartyId returns the score of the party', async () => {
  const { partyId, humanScore } = await client.connection.getHumanScoreByPartyId(alice.partyId);
  expect(partyId).toBe(alice.partyId);
  expect(humanScore.totalScore).toBeGreaterThan(0);
});

test('getCredentials returns the credentials of the requested parties', async () => {
  const { items } = await client.connection.getCredentials({ partyIds: [ben.partyId], offset: 0, limit: 5 });
  expect(items.map((item) => item.contractId)).toContain(contractId);
});

test('getCredentialByPartyId returns the credentials of the party', async () => {
  const credentials = await client.connection.getCredentialByPartyId(ben.partyId);
  expect(credentials.map((item) => item.contractId)).toContain(contractId);
});

test('a party ID with any characters is one segment of the path', async () => {
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

test('generateVerificationLink returns a link that checkVerificationStatus accepts', async () => {
  const { token, verificationUrl } = await client.connection.generateVerificationLink({ contractId });
  expect(verificationUrl).toContain(token);
  expect(await client.connection.checkVerificationStatus(token)).toMatchObject({ contractId, isActive: true });
});

test('generateVerificationLinksBatch returns a link or an error for each item', async () => {
  const { results } = await client.connection.generateVerificationLinksBatch({
    requests: [{ contractId }, { contractId: '00ff' }],
  });
  expect(results[0]?.result?.token).toEqual(expect.any(String));
  expect(results[1]?.error?.message).toEqual(expect.any(String));
});

test('checkVerificationStatus neither sends nor requests an access token, and works with wrong credentials', async () => {
  const { token } = await client.connection.generateVerificationLink({ contractId });
  const stranger = await client.connect({ clientId: 'nobody', clientSecret: 'nothing' });
  const before = client.count('token');
  expect(await stranger.checkVerificationStatus(token)).toHaveProperty('status');
  expect(lastRequest().authorization).toBeUndefined();
  expect(client.count('token')).toBe(before);
});

test('every other request has the token', () => {
  const bare = client.sent.filter(
    ({ authorization, isTokenRequest }) => authorization === undefined && !isTokenRequest,
  );
  expect(bare.every(({ url }) => url.pathname.startsWith('/api/v1/verification/check/'))).toBe(true);
});

test('slashes at the end of an address are ignored', async () => {
  const connection = await client.connect({ baseUrl: `${client.emulator.url}//` });
  expect(await connection.getCredentialByPartyId(ben.partyId)).not.toEqual([]);
});
