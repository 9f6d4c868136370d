import { expect, test } from 'vitest';
import { startInstitution, tokenOf } from '../../../institution.js';
import {
  responseTo,
  goodCalls,
  inTurn,
  statusesOf,
  type GoodCall,
  type CallResponse,
  type Turn,
} from '../good-calls.js';
import { untilEnd } from '../../../until-end.js';

const institution = await untilEnd(startInstitution());
const good = await goodCalls(institution);

const token = (selection?: string): Promise<CallResponse> => responseTo(institution, good.issueToken, selection);
const users = (selection?: string): Promise<CallResponse> => responseTo(institution, good.getUsers, selection);

/** The call with another access token. */
function authorizedBy(call: GoodCall, accessToken: string): GoodCall {
  return { ...call, headers: { ...call.headers, Authorization: `Bearer ${accessToken}` } };
}

test.each([
  ['invalid_client', 'client-refused'],
  ['unauthorized_client', 'client-refused;error=unauthorized_client'],
])('client-refused: valid credentials return %s', async (error, selection) => {
  const response = await token(selection);
  expect(response.status).toBe(401);
  expect(response.json).toEqual({ error, error_description: 'Unknown client or wrong secret.' });
  expect((await token()).status).toBe(200);
});

test('client-refused: the response equals that of a wrong secret', async () => {
  const { status, json } = await responseTo(institution, {
    ...good.issueToken,
    body: 'grant_type=client_credentials&client_id=demo-institution&client_secret=wrong',
  });
  expect(await token('client-refused')).toMatchObject({ status, json });
});

test('institution-suspended: a valid token gets 403, and is valid again without the scenario', async () => {
  const response = await users('institution-suspended');
  expect(response.status).toBe(403);
  expect(response.json).toEqual({ error: 'forbidden', message: 'The institution is suspended.' });
  expect((await users()).status).toBe(200);
});

test('institution-suspended: an invalid token still gets 401', async () => {
  expect((await responseTo(institution, authorizedBy(good.getUsers, 'nonsense'), 'institution-suspended')).status).toBe(
    401,
  );
});

test('short-lived-token: the token expires after the lifetime in its response', async () => {
  const response = await token('short-lived-token;seconds=1');
  const { access_token: accessToken, expires_in: lifetime } = response.json as {
    access_token: string;
    expires_in: number;
  };
  expect(lifetime).toBe(1);
  const call = authorizedBy(good.getUsers, accessToken);
  await expect
    .poll(async () => (await responseTo(institution, call)).json, { interval: 100 })
    .toEqual({ error: 'unauthorized', message: 'The access token has expired.' });
});

test('short-lived-token: the token is valid until it expires', async () => {
  const still = await startInstitution({ now: '2026-01-31T09:00:00Z' });
  const response = await responseTo(still, (await goodCalls(still)).issueToken, 'short-lived-token');
  const { access_token: accessToken, expires_in: lifetime } = response.json as {
    access_token: string;
    expires_in: number;
  };
  const used = await responseTo(still, authorizedBy(good.getUsers, accessToken));
  await still.close();
  expect([lifetime, used.status]).toEqual([5, 200]);
});

test('short-lived-token: a token that is requested without the scenario is valid for an hour', async () => {
  expect((await token()).json).toMatchObject({ expires_in: 3_600 });
});

test('token-endpoint-down: one call gets 503 with Retry-After as an OAuth error, then service is normal', async () => {
  const selection = 'token-endpoint-down;retry-after=4';
  const response = await token(selection);
  expect(response.status).toBe(503);
  expect(response.headers.get('retry-after')).toBe('4');
  expect(response.json).toEqual({
    error: 'temporarily_unavailable',
    error_description: 'The authorization server is down.',
  });
  expect((await token(selection)).status).toBe(200);
});

test('token-endpoint-slow: the token is returned after the delay', async () => {
  const start = performance.now();
  const response = await token('token-endpoint-slow;delay="150ms"');
  expect(performance.now() - start).toBeGreaterThan(140);
  expect(response.json).toHaveProperty('access_token');
});

/** The message of each scenario for a valid token. */
const refusals = {
  'token-expired': 'The access token has expired.',
  'token-malformed': 'The access token was not issued here.',
  'token-of-another-client': 'The access token is for another network or client.',
  'token-revoked': 'The access token has been revoked.',
};

test.each(Object.entries(refusals))('%s: a valid token is refused, because %s', async (scenario, message) => {
  const fresh = authorizedBy(good.getCredentials, await tokenOf(institution.emulator));
  const response = await responseTo(institution, fresh, scenario);
  expect(response.status).toBe(401);
  expect(response.json).toEqual({ error: 'unauthorized', message });
  expect(response.headers.get('www-authenticate')).toBe(
    `Bearer realm="institution", error="invalid_token", error_description="${message}"`,
  );
});

test.each<[string, ...Turn[]]>([
  [
    'institution-suspended: so many calls in a row get 403',
    ['getUsers', 'institution-suspended;times=2', 403, 403, 200],
  ],
  [
    'token-endpoint-down: the given number of calls fails, and other operations are unaffected',
    ['getUsers', 'token-endpoint-down;times=2', 200],
    ['issueToken', 'token-endpoint-down;times=2', 503, 503, 200],
  ],
  [
    'token-expired: the token is valid again without it',
    ['getUsers', 'token-expired', 401],
    ['getUsers', undefined, 200],
  ],
  [
    'token-malformed: the token is valid again without it',
    ['getUsers', 'token-malformed', 401],
    ['getUsers', undefined, 200],
  ],
  [
    'token-of-another-client: the token is valid again without it',
    ['getUsers', 'token-of-another-client', 401],
    ['getUsers', undefined, 200],
  ],
])('%s', async (_, ...turns) => {
  expect(await inTurn(institution, good, turns)).toEqual(turns);
});

test('token-revoked: some calls pass first', async () => {
  const call = authorizedBy(good.getUsers, await tokenOf(institution.emulator));
  expect(await statusesOf(institution, call, 'token-revoked;after=2', 4)).toEqual([200, 200, 401, 401]);
});

test('token-expired: the response equals that of an expired token', async () => {
  const early = await startInstitution({ now: '2026-01-01T00:00:00Z' });
  const late = await startInstitution({ now: '2026-01-01T02:00:00Z' });
  const call = authorizedBy(good.getUsers, early.token);
  const real = await responseTo(late, call);
  const made = await responseTo(early, call, 'token-expired');
  await Promise.all([early.close(), late.close()]);
  expect(made).toMatchObject({ status: real.status, text: real.text });
  expect(made.headers.get('www-authenticate')).toBe(real.headers.get('www-authenticate'));
});

test('token-of-another-client: a new token is refused as well', async () => {
  const renewed = authorizedBy(good.getUsers, await tokenOf(institution.emulator));
  expect([
    (await users('token-of-another-client')).status,
    (await responseTo(institution, renewed, 'token-of-another-client')).status,
  ]).toEqual([401, 401]);
});

test('token-revoked: the token stays revoked without the scenario, and a new one is valid with it', async () => {
  const selection = 'token-revoked;activation=lasting';
  const revoked = authorizedBy(good.getUsers, await tokenOf(institution.emulator));
  expect((await responseTo(institution, revoked, selection)).status).toBe(401);
  expect(await statusesOf(institution, revoked, undefined, 2)).toEqual([401, 401]);
  const renewed = authorizedBy(good.getUsers, await tokenOf(institution.emulator));
  expect(await statusesOf(institution, renewed, selection, 2)).toEqual([200, 200]);
});

test('token-revoked: other tokens of the client stay valid', async () => {
  const other = authorizedBy(good.getUsers, await tokenOf(institution.emulator));
  await responseTo(
    institution,
    authorizedBy(good.getUsers, await tokenOf(institution.emulator)),
    'token-revoked;activation=others',
  );
  expect((await responseTo(institution, other)).status).toBe(200);
});

test('tokens-refused: new tokens are refused as well, so many times', async () => {
  const selection = 'tokens-refused;times=2;activation=refused';
  const statusWithNewToken = async () =>
    (await responseTo(institution, authorizedBy(good.getUsers, await tokenOf(institution.emulator)), selection)).status;
  expect([await statusWithNewToken(), await statusWithNewToken(), await statusWithNewToken()]).toEqual([401, 401, 200]);
});

test('token-expires-while-paging: after two pages the token is expired for good, and a new one reads the rest', async () => {
  const selection = 'token-expires-while-paging';
  const page = (offset: number, accessToken: string) =>
    responseTo(
      institution,
      { ...authorizedBy(good.getUsers, accessToken), path: `${good.getUsers.path}?offset=${offset}` },
      selection,
    );
  const first = await tokenOf(institution.emulator);
  expect([(await page(0, first)).status, (await page(10, first)).status]).toEqual([200, 200]);
  expect((await page(20, first)).json).toEqual({ error: 'unauthorized', message: 'The access token has expired.' });
  expect(await statusesOf(institution, authorizedBy(good.getHumanScoreByPartyId, first), undefined, 1)).toEqual([401]);
  const second = await tokenOf(institution.emulator);
  expect([(await page(20, second)).status, (await page(30, second)).status, (await page(40, second)).status]).toEqual([
    200, 200, 200,
  ]);
});

test('token-expires-while-paging: only calls of lists count', async () => {
  const selection = 'token-expires-while-paging;after=1;activation=lists';
  const accessToken = await tokenOf(institution.emulator);
  expect(await statusesOf(institution, authorizedBy(good.getHumanScoreByPartyId, accessToken), selection, 3)).toEqual([
    200, 200, 200,
  ]);
  expect(await statusesOf(institution, authorizedBy(good.getUsers, accessToken), selection, 2)).toEqual([200, 401]);
});
