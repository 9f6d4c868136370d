/** Clients that use OAuth in an unusual way and are right: scopes, repeated parameters, charsets, forms of HTTP Basic. */

import { expect, test } from 'vitest';
import { startEmulator, type Emulator } from '../../../../src/index.js';
import { untilEnd } from '../../../until-end.js';

const emulator = await untilEnd(startEmulator({ population: 0, clientId: 'my client', clientSecret: 'é+50%' }));

interface TokenAnswer {
  readonly status: number;
  readonly scope: unknown;
  /** Of the access token. */
  readonly scopeInToken: unknown;
  readonly error: unknown;
  readonly diagnostic: string | null;
}

const FORM = 'application/x-www-form-urlencoded';
const IN_FORM = `grant_type=client_credentials&client_id=my+client&client_secret=${encodeURIComponent('é+50%')}`;
const NO_CLIENT = 'grant_type=client_credentials';

async function requestToken(
  body: string | Buffer,
  { to = emulator, ...headers }: { to?: Pick<Emulator, 'tokenUrl'> } & Record<string, unknown> = {},
): Promise<TokenAnswer> {
  const response = await fetch(to.tokenUrl, {
    method: 'POST',
    headers: { 'Content-Type': FORM, ...(headers as Record<string, string>) },
    body,
  });
  const { scope, error, access_token: token } = (await response.json()) as Record<string, unknown>;
  const claims = typeof token === 'string' ? Buffer.from(token.split('.')[1]!, 'base64url').toString() : '{}';
  const { scope: scopeInToken } = JSON.parse(claims) as { scope?: string };
  return {
    status: response.status,
    scope,
    scopeInToken,
    error,
    diagnostic: response.headers.get('emulator-diagnostic'),
  };
}

function basic(id: string, secret: string): Record<string, string> {
  return { Authorization: `Basic ${Buffer.from(`${id}:${secret}`).toString('base64')}` };
}

test.each(['read', 'institution', 'read write', 'https://api.example/.default', "!#$%&'()*+,-./:;<=>?@[]^_`{|}~"])(
  'the scope %s is in the response and in the token',
  async (scope) => {
    const answer = await requestToken(`${IN_FORM}&scope=${encodeURIComponent(scope)}`);
    expect(answer).toMatchObject({ status: 200, scope, scopeInToken: scope });
  },
);

test.each(['', '&scope='])('a request without a scope gets the usual one (%j)', async (field) => {
  const answer = await requestToken(IN_FORM + field);
  expect(answer).toMatchObject({ status: 200, scope: 'institution', scopeInToken: 'institution', diagnostic: null });
});

test.each(['read  write', ' read', 'read ', 'read\twrite', '"read"', 'a\\b', 'é'])(
  'the malformed scope %j gets the usual one, and a diagnostic',
  async (scope) => {
    const answer = await requestToken(`${IN_FORM}&scope=${encodeURIComponent(scope)}`);
    expect(answer).toMatchObject({ status: 200, scope: 'institution', scopeInToken: 'institution' });
    expect(answer.diagnostic).toContain('is malformed: expected words of printable ASCII');
  },
);

test('a scope that does not fit into a token gets the usual one, and a diagnostic', async () => {
  const answer = await requestToken(`${IN_FORM}&scope=${'x'.repeat(4_001)}`);
  expect(answer).toMatchObject({ status: 200, scope: 'institution' });
  expect(answer.diagnostic).toContain('has 4001 characters, of which at most 4000 are repeated');
});

test('a token with the longest scope is accepted after a restart', async () => {
  const options = { population: 0, clientId: 'a', clientSecret: 'b', port: 0 };
  const form = `grant_type=client_credentials&client_id=a&client_secret=b&scope=${'x'.repeat(4_000)}`;
  const before = await startEmulator(options);
  const response = await fetch(before.tokenUrl, { method: 'POST', headers: { 'Content-Type': FORM }, body: form });
  const { access_token: token } = (await response.json()) as { access_token: string };
  await before.close();
  const after = await startEmulator(options);
  const { status } = await fetch(`${after.apiUrl}/institutions/me/users`, {
    headers: { Authorization: `Bearer ${token}` },
  });
  await after.close();
  expect(status).toBe(200);
});

test('another scope is refused by a variant after the client is authenticated', async () => {
  const refused = { 'Emulator-Scenario': 'variant;token-scope=refused' };
  const other = `${NO_CLIENT}&client_id=my+client&client_secret=x&scope=read`;
  expect(await requestToken(other, refused)).toMatchObject({ status: 401, error: 'invalid_client' });
  expect(await requestToken(`${IN_FORM}&scope=read`, refused)).toMatchObject({ status: 400, error: 'invalid_scope' });
  const both = { 'Emulator-Scenario': 'variant;token-scope=refused;client-basic=refused' };
  const byBasic = { ...both, ...basic('my+client', encodeURIComponent('é+50%')) };
  expect(await requestToken(`${NO_CLIENT}&scope=read`, byBasic)).toMatchObject({
    status: 401,
    error: 'invalid_client',
  });
});

test.each(['resource', 'audience'])('%s may be repeated', async (name) => {
  const answer = await requestToken(`${IN_FORM}&${name}=https://a.example&${name}=https://b.example`);
  expect(answer.status).toBe(200);
});

test.each(['scope', 'client_id', 'grant_type', 'unknown'])('%s may not be repeated', async (name) => {
  const answer = await requestToken(`${IN_FORM}&${name}=a&${name}=a`);
  expect(answer).toMatchObject({ status: 400, error: 'invalid_request' });
});

test.each([
  ['ISO-8859-1', '%E9%2B50%25'],
  ['"iso-8859-1"', '%e9%2b50%25'],
  ['iso-8859-1 ; x="a;charset=utf-8"', '%E9%2B50%25'],
  ['latin1', Buffer.from('é%2B50%25', 'latin1')],
  ['windows-1252', '%E9%2B50%25'],
  ['utf-8', '%C3%A9%2B50%25'],
  ['UTF8', Buffer.from('é%2B50%25')],
])('a form with the charset %s is decoded by it', async (charset, secret) => {
  const body = Buffer.concat([Buffer.from(`${NO_CLIENT}&client_id=my+client&client_secret=`), Buffer.from(secret)]);
  const answer = await requestToken(body, { 'Content-Type': `${FORM}; charset=${charset}` });
  expect(answer).toMatchObject({ status: 200, diagnostic: null });
});

test.each([
  ['windows-1252', '€', 200],
  ['iso-8859-1', '\x80', 200],
  ['iso-8859-1', '€', 401],
  ['us-ascii', 'plain', 200],
])('in %s, the byte 80 of a secret means what that charset says (%j: %i)', async (charset, clientSecret, status) => {
  const sandbox = emulator.sandbox({ clientSecret });
  const secret = clientSecret === 'plain' ? 'plain' : '%80';
  const form = `${NO_CLIENT}&client_id=${sandbox.clientId}&client_secret=${secret}`;
  expect((await requestToken(form, { 'Content-Type': `${FORM}; charset=${charset}` })).status).toBe(status);
});

test.each([
  ['utf-16', 'plain'],
  ['iso-8859-15', 'plain'],
  ['us-ascii', '%E9'],
  ['iso-8859-1', '%zz'],
  ['utf-8', '%E9'],
])('a form in %s with the secret %s is an invalid request', async (charset, secret) => {
  const form = `${NO_CLIENT}&client_id=my+client&client_secret=${secret}`;
  const answer = await requestToken(form, { 'Content-Type': `${FORM}; charset=${charset}` });
  expect(answer).toMatchObject({ status: 400, error: 'invalid_request' });
});

test.each([
  ['form-encoded', 'my+client', '%C3%A9%2B50%25'],
  ['percent-encoded', 'my%20client', '%C3%A9%2B50%25'],
  ['an ID that needs none', 'my client', '%C3%A9%2B50%25'],
])('HTTP Basic is form-decoded: %s', async (_, id, secret) => {
  expect(await requestToken(NO_CLIENT, basic(id, secret))).toMatchObject({ status: 200, diagnostic: null });
});

test('a secret that HTTP Basic has unencoded is accepted, and the diagnostic says how to send it', async () => {
  const answer = await requestToken(NO_CLIENT, basic('my+client', 'é+50%'));
  expect(answer.status).toBe(200);
  expect(answer.diagnostic).toContain(
    'form-encode the client secret before Base64 in HTTP Basic: % as %25, + as %2B (RFC 6749 section 2.3.1)',
  );
});

test('an ID that HTTP Basic has unencoded is accepted, and the diagnostic says how to send it', async () => {
  const sandbox = emulator.sandbox({ clientId: 'a%20b', clientSecret: 'plain' });
  const answer = await requestToken(NO_CLIENT, basic('a%20b', 'plain'));
  expect(answer.diagnostic).toContain('form-encode the client ID before Base64');
  expect(await requestToken(NO_CLIENT, basic(encodeURIComponent(sandbox.clientId), 'plain'))).toMatchObject({
    status: 200,
    diagnostic: null,
  });
});

test('scenarios behind the client ID in HTTP Basic may be form-encoded', async () => {
  const header = basic('my+client%2Brate-limit-burst%3Bburst%3D9%2Btoken-expired', '%C3%A9%2B50%25');
  expect(await requestToken(NO_CLIENT, header)).toMatchObject({ status: 200, diagnostic: null });
});

test('scenarios behind the client ID in HTTP Basic may be as they stand, with a diagnostic', async () => {
  const header = basic('my client+rate-limit-burst;burst=9+token-expired', '%C3%A9%2B50%25');
  const answer = await requestToken(NO_CLIENT, header);
  expect(answer.status).toBe(200);
  expect(answer.diagnostic).toContain('form-encode the client ID before Base64');
});

test('a scope other than the usual one has a diagnostic that names it', async () => {
  const { diagnostic } = await requestToken(`${IN_FORM}&scope=read`);
  expect(diagnostic).toContain(String.raw`the token has the scope \"read\", as asked`);
});

test('a variant refuses a secret that HTTP Basic has unencoded, with the same diagnostic', async () => {
  const strict = { ...basic('my+client', 'é+50%'), 'Emulator-Scenario': 'variant;unencoded-basic=refused' };
  const answer = await requestToken(NO_CLIENT, strict);
  expect(answer).toMatchObject({ status: 401, error: 'invalid_client' });
  expect(answer.diagnostic).toContain('form-encode the client secret before Base64');
});

test('a client ID beside HTTP Basic may be the same in its own encoding', async () => {
  const header = basic('my+client', '%C3%A9%2B50%25');
  expect(await requestToken(`${NO_CLIENT}&client_id=my%20client`, header)).toMatchObject({ status: 200 });
});
