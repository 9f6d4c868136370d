/** A service that keeps to the contract is passed on as it is, and nothing is said against it. */

import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import request from 'supertest';
import { cast } from '../cast.js';
import { startProxied, type Proxied } from './proxied.js';

const alice = cast('Alice');
const { contractId } = alice.credentials[0]!;

let proxied: Proxied;
let before: number;

beforeAll(async () => {
  proxied = await startProxied();
  // Loading Prism takes long on a machine that is busy.
}, 60_000);
afterAll(() => proxied[Symbol.asyncDispose]());
beforeEach(() => {
  before = proxied.told.length;
});

test.each([
  ['the users', '/institutions/me/users?limit=5&kycStatus=APPROVED'],
  ['the human scores', '/institutions/me/human-scores?limit=3'],
  ['the human score of a party', `/institutions/me/human-scores/${alice.partyId}`],
  ['the credentials', `/institutions/me/credentials?partyIds=${alice.partyId}`],
  ['the credentials of a party', `/institutions/me/credentials/${alice.partyId}`],
  ['the credentials of a look-up', `/institutions/me/credentials/resolve?q=${alice.email}`],
])('%s come through unchanged', async (_, path) => {
  const direct = await request(proxied.emulator.apiUrl).get(path).auth(proxied.token, { type: 'bearer' });
  const passed = await proxied.get(path);
  expect(passed.status).toBe(200);
  expect(passed.text).toBe(direct.text);
  expect(passed.headers).not.toHaveProperty('sl-violations');
  expect(passed.headers).not.toHaveProperty('emulator-diagnostic');
  expect(violationsSince(before)).toEqual([]);
});

test('the token endpoint comes through', () => {
  expect(proxied.token).toMatch(/^ey/);
  expect(proxied.told[0]).toMatchObject({ id: 1, operation: 'issueToken', status: 200, violations: [], notes: [] });
});

test('an access request comes through with its 204', async () => {
  const answer = await proxied.post('/institutions/me/credentials/request', {
    partyId: alice.partyId,
    providers: ['GOOGLE'],
  });
  expect(answer.status).toBe(204);
  expect(violationsSince(before)).toEqual([]);
});

test('a link is made and checked', async () => {
  const link = await proxied.post('/verification/generate-link', { contractId });
  const { token } = link.body as { token: string };
  const check = await request(proxied.proxy.apiUrl).get(`/verification/check/${token}`);
  expect(check.body).toMatchObject({ contractId });
  expect(violationsSince(before)).toEqual([]);
});

test('a batch of links is made', async () => {
  const answer = await proxied.post('/verification/generate-links-batch', {
    requests: [{ contractId }, { contractId: '00' }],
  });
  expect((answer.body as { results: unknown[] }).results).toHaveLength(2);
  expect(violationsSince(before)).toEqual([]);
});

test.each([
  ['an unknown party', 404, '/institutions/me/human-scores/party::nobody'],
  ['an unknown link', 404, '/verification/check/nothing'],
])('the error for %s comes through', async (_, status, path) => {
  const answer = await proxied.get(path);
  expect(answer.status).toBe(status);
  expect(violationsSince(before)).toEqual([]);
});

test.each([
  ['a throttled client', 429, 'rate-limit-burst;burst=1'],
  ['a suspended institution', 403, 'institution-suspended'],
  ['an expired token', 401, 'token-expired'],
  ['a failure of the service', 500, 'server-error'],
])('the error for %s comes through', async (_, status, scenario) => {
  const answer = await proxied.get('/institutions/me/users').set('Emulator-Scenario', scenario);
  expect(answer.status).toBe(status);
  expect(violationsSince(before)).toEqual([]);
});

test('the error for a wrong client secret comes through', async () => {
  const answer = await request(proxied.proxy.tokenUrl)
    .post('')
    .type('form')
    .send({ grant_type: 'client_credentials', client_id: 'nobody', client_secret: 'nothing' });
  expect(answer.body).toMatchObject({ error: 'invalid_client' });
  expect(violationsSince(before)).toEqual([]);
});

test('of a refused request, the request is told of and the answer is not', async () => {
  const answer = await proxied.get('/institutions/me/users?limit=many');
  expect(answer.status).toBe(400);
  expect(violationsSince(before).map(({ location, code }) => [location, code])).toEqual([
    [['request', 'query', 'limit'], 'type'],
  ]);
});

test.each([
  ['both look-ups', '/institutions/me/credentials/resolve?q=a&partyId=b', ['request', 'query'], 'x-exactly-one-of'],
  ['a path that the contract has not', '/institutions/me/secrets', ['request', 'path'], 'path'],
] as const)('a request with %s is told of', async (_, path, location, code) => {
  await proxied.get(path);
  expect(violationsSince(before)).toMatchObject([{ location, code }]);
});

test('a request without a token is told of', async () => {
  const answer = await request(proxied.proxy.apiUrl).get('/institutions/me/users');
  expect(answer.status).toBe(401);
  expect(violationsSince(before)).toMatchObject([
    { location: ['request', 'header', 'authorization'], code: 'security' },
  ]);
});

test('a wrong body is told of', async () => {
  await proxied.post('/institutions/me/credentials/request', { partyId: 7, providers: ['GOOGLE'] });
  expect(violationsSince(before)).toMatchObject([{ location: ['request', 'body', 'partyId'], code: 'type' }]);
});

test('a body that is no JSON is told of', async () => {
  await request(proxied.proxy.apiUrl)
    .post('/verification/generate-link')
    .auth(proxied.token, { type: 'bearer' })
    .type('json')
    .send('{"contractId":');
  expect(violationsSince(before)).toMatchObject([{ location: ['request', 'body'], code: 'json' }]);
});

test('what is no part of the service is answered by the proxy itself, with problem details', async () => {
  const answer = await request(proxied.proxy.url).get('/elsewhere');
  expect(answer.status).toBe(404);
  expect(answer.type).toBe('application/problem+json');
});

test('what is for one connection is not passed on', async () => {
  await proxied.get('/institutions/me/users').set('Connection', 'close, X-Hop').set('X-Hop', 'yes').set('X-End', 'yes');
  const seen = proxied.emulator.defaultSandbox.journal.exchanges().at(-1)!;
  const names = seen.request.headers.map(([name]) => name.toLowerCase());
  expect(names).toContain('x-end');
  expect(names).not.toContain('x-hop');
});

function violationsSince(from: number) {
  return proxied.told.slice(from).flatMap(({ violations }) => violations);
}
