/** Exchanges with a service that follows the contract are passed on unchanged and without violations. */

import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import request from 'supertest';
import { cast } from '../../cast.js';
import { startProxied, type Proxied } from './proxied.js';

const alice = cast('Alice');
const { contractId } = alice.credentials[0]!;

let proxied: Proxied;
let before: number;

beforeAll(async () => {
  proxied = await startProxied();
});
afterAll(() => proxied[Symbol.asyncDispose]());
beforeEach(() => {
  before = proxied.reported.length;
});

test.each([
  ['the users', '/institutions/me/users?limit=5&kycStatus=APPROVED'],
  ['the human scores', '/institutions/me/human-scores?limit=3'],
  ['the human score of a party', `/institutions/me/human-scores/${alice.partyId}`],
  ['the credentials', `/institutions/me/credentials?partyIds=${alice.partyId}`],
  ['the credentials of a party', `/institutions/me/credentials/${alice.partyId}`],
  ['the credentials of a look-up', `/institutions/me/credentials/resolve?q=${alice.email}`],
])('%s are passed on unchanged', async (_, path) => {
  const direct = await request(proxied.emulator.apiUrl).get(path).auth(proxied.token, { type: 'bearer' });
  const passed = await proxied.get(path);
  expect(passed.status).toBe(200);
  expect(passed.text).toBe(direct.text);
  expect(passed.headers).not.toHaveProperty('sl-violations');
  expect(passed.headers).not.toHaveProperty('emulator-diagnostic');
  expect(violationsSince(before)).toEqual([]);
});

test('a token request is passed on', () => {
  expect(proxied.token).toMatch(/^ey/);
  expect(proxied.reported[0]).toMatchObject({ id: 1, operation: 'issueToken', status: 200, violations: [], notes: [] });
});

test('an access request is passed on and returns 204', async () => {
  const response = await proxied.post('/institutions/me/credentials/request', {
    partyId: alice.partyId,
    providers: ['GOOGLE'],
  });
  expect(response.status).toBe(204);
  expect(violationsSince(before)).toEqual([]);
});

test('a link is generated and checked', async () => {
  const link = await proxied.post('/verification/generate-link', { contractId });
  const { token } = link.body as { token: string };
  const check = await request(proxied.proxy.apiUrl).get(`/verification/check/${token}`);
  expect(check.body).toMatchObject({ contractId });
  expect(violationsSince(before)).toEqual([]);
});

test('a batch of links is generated', async () => {
  const response = await proxied.post('/verification/generate-links-batch', {
    requests: [{ contractId }, { contractId: '00' }],
  });
  expect((response.body as { results: unknown[] }).results).toHaveLength(2);
  expect(violationsSince(before)).toEqual([]);
});

test.each([
  ['an unknown party', 404, '/institutions/me/human-scores/party::nobody'],
  ['an unknown link', 404, '/verification/check/nothing'],
])('the error response for %s is passed on', async (_, status, path) => {
  const response = await proxied.get(path);
  expect(response.status).toBe(status);
  expect(violationsSince(before)).toEqual([]);
});

test.each([
  ['a throttled client', 429, 'rate-limit-burst;burst=1'],
  ['a suspended institution', 403, 'institution-suspended'],
  ['an expired token', 401, 'token-expired'],
  ['a failure of the service', 500, 'server-error'],
])('the error response for %s is passed on', async (_, status, scenario) => {
  const response = await proxied.get('/institutions/me/users').set('Emulator-Scenario', scenario);
  expect(response.status).toBe(status);
  expect(violationsSince(before)).toEqual([]);
});

test('the error response for a wrong client secret is passed on', async () => {
  const response = await request(proxied.proxy.tokenUrl)
    .post('')
    .type('form')
    .send({ grant_type: 'client_credentials', client_id: 'nobody', client_secret: 'nothing' });
  expect(response.body).toMatchObject({ error: 'invalid_client' });
  expect(violationsSince(before)).toEqual([]);
});

test('for a rejected request, the violation of the request is reported and the response has none', async () => {
  const response = await proxied.get('/institutions/me/users?limit=many');
  expect(response.status).toBe(400);
  expect(violationsSince(before).map(({ location, code }) => [location, code])).toEqual([
    [['request', 'query', 'limit'], 'type'],
  ]);
});

test.each([
  ['both look-ups', '/institutions/me/credentials/resolve?q=a&partyId=b', ['request', 'query'], 'x-exactly-one-of'],
  ['a path that the contract does not have', '/institutions/me/secrets', ['request', 'path'], 'path'],
] as const)('a request with %s is reported', async (_, path, location, code) => {
  await proxied.get(path);
  expect(violationsSince(before)).toMatchObject([{ location, code }]);
});

test('a request without a token is reported', async () => {
  const response = await request(proxied.proxy.apiUrl).get('/institutions/me/users');
  expect(response.status).toBe(401);
  expect(violationsSince(before)).toMatchObject([
    { location: ['request', 'header', 'authorization'], code: 'security' },
  ]);
});

test('a wrong body is reported', async () => {
  await proxied.post('/institutions/me/credentials/request', { partyId: 7, providers: ['GOOGLE'] });
  expect(violationsSince(before)).toMatchObject([{ location: ['request', 'body', 'partyId'], code: 'type' }]);
});

test('a body that is not valid JSON is reported', async () => {
  await request(proxied.proxy.apiUrl)
    .post('/verification/generate-link')
    .auth(proxied.token, { type: 'bearer' })
    .type('json')
    .send('{"contractId":');
  expect(violationsSince(before)).toMatchObject([{ location: ['request', 'body'], code: 'json' }]);
});

test('a path outside the service returns problem details of the proxy', async () => {
  const response = await request(proxied.proxy.url).get('/elsewhere');
  expect(response.status).toBe(404);
  expect(response.type).toBe('application/problem+json');
});

test('hop-by-hop headers are not passed on', async () => {
  await proxied.get('/institutions/me/users').set('Connection', 'close, X-Hop').set('X-Hop', 'yes').set('X-End', 'yes');
  const seen = proxied.emulator.defaultSandbox.requests().at(-1)!;
  const names = seen.request.headers.map(([name]) => name.toLowerCase());
  expect(names).toContain('x-end');
  expect(names).not.toContain('x-hop');
});

function violationsSince(from: number) {
  return proxied.reported.slice(from).flatMap(({ violations }) => violations);
}
