import { expect, test } from 'vitest';
import { cast } from '../../../cast.js';
import { startInstitution } from '../../../institution.js';
import { responseTo, goodCalls, inTurn, statusesOf, type GoodCall, type GoodCalls, type Turn } from '../good-calls.js';
import { untilEnd } from '../../../until-end.js';

const institution = await untilEnd(startInstitution());
const good = await goodCalls(institution);

const FAILED = { error: 'internal_error', message: 'The server could not answer the request.' };

/** Reads the credentials of one party. */
const credentialsOf = (partyId: string): GoodCall => ({
  ...good.getCredentialByPartyId,
  path: `/api/v1/institutions/me/credentials/${partyId}`,
});

interface Answer {
  readonly status: number;
  readonly type: string;
  readonly text?: string;
  readonly json?: object;
  readonly retryAfter?: string;
}

const JSON_TYPE = 'application/json; charset=utf-8';

test.each<[string, keyof GoodCalls, string, Answer]>([
  [
    'bad-gateway: a call gets 502 with an HTML page',
    'getUsers',
    'bad-gateway',
    { status: 502, type: 'text/html', text: '<h1>502 Bad Gateway</h1>' },
  ],
  [
    'bad-gateway: the token endpoint is affected too',
    'issueToken',
    'bad-gateway',
    { status: 502, type: 'text/html', text: '<h1>502 Bad Gateway</h1>' },
  ],
  [
    'gateway-timeout: a call gets 504 with a line of text',
    'getUsers',
    'gateway-timeout',
    { status: 504, type: 'text/plain', text: 'upstream request timeout' },
  ],
  [
    'service-unavailable: a call gets 503 with Retry-After',
    'getUsers',
    'service-unavailable;retry-after=9',
    {
      status: 503,
      type: JSON_TYPE,
      retryAfter: '9',
      json: { error: 'service_unavailable', message: 'The service is down for maintenance.' },
    },
  ],
  ['server-error: a call fails', 'getUsers', 'server-error', { status: 500, type: JSON_TYPE, json: FAILED }],
  [
    'server-error: the token endpoint fails with an OAuth error',
    'issueToken',
    'server-error',
    { status: 500, type: JSON_TYPE, json: { error: 'server_error', error_description: FAILED.message } },
  ],
  [
    'rough-start: its 429 has Retry-After',
    'getUsers',
    'rough-start',
    { status: 429, type: JSON_TYPE, retryAfter: '1' },
  ],
])('%s', async (name, operation, selection, { status, type, text = '', json, retryAfter = null }) => {
  const response = await responseTo(institution, good[operation], `${selection};activation="${name.slice(0, 60)}"`);
  expect([response.status, response.headers.get('content-type')]).toEqual([status, type]);
  expect(response.headers.get('retry-after')).toBe(retryAfter);
  expect(response.text).toContain(text);
  if (json !== undefined) expect(response.json).toEqual(json);
});

test.each<[string, ...Turn[]]>([
  ['bad-gateway: one call fails, then service is normal', ['getUsers', 'bad-gateway', 502, 200, 200]],
  [
    'bad-gateway: calls without the scenario pass',
    ['getUsers', 'bad-gateway;after=1;activation=b', 200],
    ['getUsers', undefined, 200],
    ['getUsers', 'bad-gateway;after=1;activation=b', 502, 200],
  ],
  ['gateway-timeout: one call fails, then service is normal', ['getUsers', 'gateway-timeout', 504, 200, 200]],
  [
    'gateway-timeout: the given number of calls fails, and none without the scenario',
    ['getUsers', 'gateway-timeout;times=2;activation=b', 504],
    ['getUsers', undefined, 200],
    ['getUsers', 'gateway-timeout;times=2;activation=b', 504, 200],
  ],
  [
    'service-unavailable: one call fails, then service is normal',
    ['getUsers', 'service-unavailable', 503, 200, 200],
    ['getUsers', undefined, 200],
  ],
  ['server-error: one call fails, then service is normal', ['getUsers', 'server-error', 500, 200, 200]],
  [
    'server-error: some calls pass first, and calls without the scenario always pass',
    ['getUsers', 'server-error;after=1;times=2', 200, 500],
    ['getUsers', undefined, 200],
    ['getUsers', 'server-error;after=1;times=2', 500, 200],
  ],
  [
    'rough-start: two calls get 429, the third gets 500, then service is normal',
    ['getUsers', 'rough-start', 429, 429, 500, 200, 200, 200],
  ],
  [
    'rough-start: calls without the scenario pass and do not count',
    ['getUsers', undefined, 200],
    ['getUsers', 'rough-start;activation=b', 429],
    ['getUsers', undefined, 200],
    ['getUsers', 'rough-start;activation=b', 429, 500],
    ['getUsers', undefined, 200],
    ['getUsers', 'rough-start;activation=b', 200],
  ],
  ['failing-party: without a party all calls fail', ['getUsers', 'failing-party', 500, 500]],
  ['failing-party: without the scenario calls for a party succeed', ['getCredentialByPartyId', undefined, 200]],
  ['flaky: share 0 fails no call', ['getUsers', 'flaky;share=0', ...Array<number>(20).fill(200)]],
  ['flaky: share 1 fails all calls', ['getUsers', 'flaky;share=1', ...Array<number>(20).fill(500)]],
])('%s', async (_, ...turns) => {
  expect(await inTurn(institution, good, turns)).toEqual(turns);
});

test('server-error: a failed write changes nothing', async () => {
  const before = await responseTo(institution, good.getUsers);
  const failed = await responseTo(institution, good.createCredentialsRequest, 'server-error;activation=write');
  expect(failed.status).toBe(500);
  expect((await responseTo(institution, good.getUsers)).text).toBe(before.text);
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
