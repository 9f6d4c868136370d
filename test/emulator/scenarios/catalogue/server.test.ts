import { afterAll, beforeAll, expect, test } from 'vitest';
import { cast } from '../../../cast.js';
import { startInstitution, type Institution } from '../../../institution.js';
import { responseTo, goodCalls, statusesOf, type GoodCall, type GoodCalls } from '../good-calls.js';

let institution: Institution;
let good: GoodCalls;
beforeAll(async () => {
  institution = await startInstitution();
  good = await goodCalls(institution);
});
afterAll(() => institution.close());

const FAILED = { error: 'internal_error', message: 'The server could not answer the request.' };

/** Reads the credentials of one party. */
const credentialsOf = (partyId: string): GoodCall => ({
  ...good.getCredentialByPartyId,
  path: `/api/v1/institutions/me/credentials/${partyId}`,
});

test('bad-gateway: one call gets 502 with an HTML page, then service is normal', async () => {
  const response = await responseTo(institution, good.getUsers, 'bad-gateway');
  expect(response.status).toBe(502);
  expect(response.headers.get('content-type')).toBe('text/html');
  expect(response.text).toContain('<h1>502 Bad Gateway</h1>');
  expect(await statusesOf(institution, good.getUsers, 'bad-gateway', 2)).toEqual([200, 200]);
});

test('bad-gateway: calls without the scenario pass', async () => {
  const selection = 'bad-gateway;after=1;activation=unselected';
  expect([
    ...(await statusesOf(institution, good.getUsers, selection, 1)),
    ...(await statusesOf(institution, good.getUsers, undefined, 1)),
    ...(await statusesOf(institution, good.getUsers, selection, 2)),
  ]).toEqual([200, 200, 502, 200]);
});

test('bad-gateway: the token endpoint is affected too', async () => {
  const response = await responseTo(institution, good.issueToken, 'bad-gateway;activation=token');
  expect([response.status, response.headers.get('content-type')]).toEqual([502, 'text/html']);
});

test('gateway-timeout: one call gets 504 with a line of text, then service is normal', async () => {
  const response = await responseTo(institution, good.getUsers, 'gateway-timeout');
  expect(response.status).toBe(504);
  expect(response.headers.get('content-type')).toBe('text/plain');
  expect(response.text).toBe('upstream request timeout');
  expect(await statusesOf(institution, good.getUsers, 'gateway-timeout', 2)).toEqual([200, 200]);
});

test('gateway-timeout: the given number of calls fails, and none without the scenario', async () => {
  const selection = 'gateway-timeout;times=2;activation=two';
  expect([
    ...(await statusesOf(institution, good.getUsers, selection, 1)),
    ...(await statusesOf(institution, good.getUsers, undefined, 1)),
    ...(await statusesOf(institution, good.getUsers, selection, 2)),
  ]).toEqual([504, 200, 504, 200]);
});

test('service-unavailable: one call gets 503 with Retry-After, then service is normal', async () => {
  const response = await responseTo(institution, good.getUsers, 'service-unavailable;retry-after=9');
  expect(response.status).toBe(503);
  expect(response.headers.get('retry-after')).toBe('9');
  expect(response.json).toEqual({ error: 'service_unavailable', message: 'The service is down for maintenance.' });
  expect(await statusesOf(institution, good.getUsers, 'service-unavailable;retry-after=9', 2)).toEqual([200, 200]);
  expect(await statusesOf(institution, good.getUsers, undefined, 1)).toEqual([200]);
});

test('server-error: one call fails, then service is normal', async () => {
  expect((await responseTo(institution, good.getUsers, 'server-error')).json).toEqual(FAILED);
  expect(await statusesOf(institution, good.getUsers, 'server-error', 2)).toEqual([200, 200]);
});

test('server-error: some calls pass first, and calls without the scenario always pass', async () => {
  const selection = 'server-error;after=1;times=2';
  expect([
    ...(await statusesOf(institution, good.getUsers, selection, 2)),
    ...(await statusesOf(institution, good.getUsers, undefined, 1)),
    ...(await statusesOf(institution, good.getUsers, selection, 2)),
  ]).toEqual([200, 500, 200, 500, 200]);
});

test('server-error: the token endpoint fails with an OAuth error', async () => {
  const response = await responseTo(institution, good.issueToken, 'server-error;activation=token');
  expect(response).toMatchObject({ status: 500, json: { error: 'server_error', error_description: FAILED.message } });
});

test('server-error: a failed write changes nothing', async () => {
  const before = await responseTo(institution, good.getUsers);
  const failed = await responseTo(institution, good.createCredentialsRequest, 'server-error;activation=write');
  expect(failed.status).toBe(500);
  expect((await responseTo(institution, good.getUsers)).text).toBe(before.text);
});

test('rough-start: two calls get 429, the third gets 500, then service is normal', async () => {
  expect(await statusesOf(institution, good.getUsers, 'rough-start', 6)).toEqual([429, 429, 500, 200, 200, 200]);
});

test('rough-start: calls without the scenario pass and do not count', async () => {
  const selection = 'rough-start;activation=unselected';
  const statuses = [];
  for (const chosen of [undefined, selection, undefined, selection, selection, undefined, selection])
    statuses.push(...(await statusesOf(institution, good.getUsers, chosen, 1)));
  expect(statuses).toEqual([200, 429, 200, 429, 500, 200, 200]);
});

test('rough-start: its 429 has Retry-After', async () => {
  const response = await responseTo(institution, good.getUsers, 'rough-start;activation=header');
  expect(response.headers.get('retry-after')).toBe('1');
});

test('failing-party: calls that concern the party get 500, all others succeed', async () => {
  const [ben, alice] = [cast('Ben'), cast('Alice')];
  const selection = `failing-party;party="${ben.partyId}"`;
  const response = await responseTo(institution, credentialsOf(ben.partyId), selection);
  expect(response).toMatchObject({ status: 500, json: FAILED });
  expect(await statusesOf(institution, credentialsOf(ben.partyId), selection, 3)).toEqual([500, 500, 500]);
  expect(await statusesOf(institution, credentialsOf(alice.partyId), selection, 1)).toEqual([200]);
  expect(await statusesOf(institution, good.getUsers, selection, 1)).toEqual([200]);
});

test('failing-party: without the scenario calls for the party succeed', async () => {
  expect(await statusesOf(institution, credentialsOf(cast('Ben').partyId), undefined, 1)).toEqual([200]);
});

test.each([
  'getHumanScoreByPartyId',
  'resolveCredentials',
  'createCredentialsRequest',
  'generateVerificationLink',
  'checkVerificationStatus',
] as const)('failing-party: the party is recognized in %s', async (operation) => {
  expect(await statusesOf(institution, good[operation], `failing-party;party="${cast('Ben').partyId}"`, 1)).toEqual([
    500,
  ]);
  expect(
    (await responseTo(institution, good[operation], `failing-party;party="${cast('Alice').partyId}"`)).status,
  ).toBeLessThan(300);
});

test('failing-party: without a party all calls fail', async () => {
  expect(await statusesOf(institution, good.getUsers, 'failing-party', 2)).toEqual([500, 500]);
});

test('flaky: about the given share of calls fails', async () => {
  const statuses = await statusesOf(institution, good.getUsers, 'flaky;share=0.3', 200);
  const failed = statuses.filter((status) => status === 500).length;
  expect(new Set(statuses)).toEqual(new Set([200, 500]));
  expect(failed).toBeGreaterThan(35);
  expect(failed).toBeLessThan(85);
});

test('flaky: the same seed fails the same calls, another seed fails others', async () => {
  const draws = [];
  for (const seed of [7, 7, 8]) {
    const drawn = await startInstitution({ seed });
    draws.push(await statusesOf(drawn, (await goodCalls(drawn)).getUsers, 'flaky;share=0.5', 40));
    await drawn.close();
  }
  expect(draws[1]).toEqual(draws[0]);
  expect(draws[2]).not.toEqual(draws[0]);
});

test('flaky: share 0 fails no call, share 1 fails all, and calls without the scenario never fail', async () => {
  expect(await statusesOf(institution, good.getUsers, 'flaky;share=0', 20)).not.toContain(500);
  expect(await statusesOf(institution, good.getUsers, 'flaky;share=1', 20)).not.toContain(200);
  expect(await statusesOf(institution, good.getUsers, undefined, 20)).not.toContain(500);
});

test('other-error-shape: an error response has a body of another form', async () => {
  const wrongLimit = { ...good.getUsers, path: `${good.getUsers.path}?limit=0` };
  const usual = await responseTo(institution, wrongLimit);
  const other = await responseTo(institution, wrongLimit, 'other-error-shape');
  expect(other.status).toBe(400);
  expect(usual.json).toMatchObject({ error: 'invalid_request' });
  expect(other.json).toEqual({ statusCode: 400, errors: [{ detail: (usual.json as { message: string }).message }] });
});

test('other-error-shape: the token endpoint is affected too', async () => {
  const wrongGrant = { ...good.issueToken, body: good.issueToken.body!.replace('client_credentials', 'password') };
  const response = await responseTo(institution, wrongGrant, 'other-error-shape');
  expect(response.json).toEqual({
    statusCode: 400,
    errors: [{ detail: expect.stringContaining('grant_type') as string }],
  });
});

test.each([
  ['before', 'other-error-shape, server-error;activation=before'],
  ['after', 'server-error;activation=after, other-error-shape'],
])('other-error-shape: errors of other scenarios are affected too if it is selected %s them', async (_, selection) => {
  const response = await responseTo(institution, good.getUsers, selection);
  expect(response).toMatchObject({ status: 500, json: { statusCode: 500, errors: [{ detail: FAILED.message }] } });
});

test('other-error-shape: successful responses are unchanged', async () => {
  const usual = await responseTo(institution, good.getCredentialByPartyId);
  expect(await responseTo(institution, good.getCredentialByPartyId, 'other-error-shape')).toMatchObject({
    status: 200,
    text: usual.text,
  });
  expect(await responseTo(institution, good.createCredentialsRequest, 'other-error-shape')).toMatchObject({
    status: 204,
    text: '',
  });
});
