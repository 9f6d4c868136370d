import { createHmac } from 'node:crypto';
import request from 'supertest';
import { expect, test } from 'vitest';
import { startInstitution } from '../../../institution.js';
import { untilEnd } from '../../../until-end.js';

const institution = await untilEnd(startInstitution({ clientId: 'demo:institution', clientSecret: 'a+b c%ü' }));

const credentials = { client_id: 'demo:institution', client_secret: 'a+b c%ü' };

function post(form: Readonly<Record<string, string>>) {
  return request(institution.emulator.tokenUrl).post('').type('form').send(form);
}

function basic(id: string, secret: string): string {
  return `Basic ${Buffer.from(`${id}:${secret}`).toString('base64')}`;
}

test('client credentials in the form return a bearer token for an hour with Cache-Control: no-store', async () => {
  const response = await post({ grant_type: 'client_credentials', ...credentials });
  expect(response.status).toBe(200);
  expect(response.body).toEqual({
    access_token: expect.stringMatching(/^[\w-]+\.[\w-]+\.[\w-]+$/) as string,
    expires_in: 3600,
    refresh_expires_in: 0,
    token_type: 'Bearer',
    'not-before-policy': 0,
    scope: 'institution',
  });
  expect(response.headers).toMatchObject({ 'cache-control': 'no-store', pragma: 'no-cache' });
});

test('client credentials in HTTP Basic, form-encoded inside, return a token', async () => {
  const header = basic(encodeURIComponent('demo:institution'), encodeURIComponent('a+b c%ü'));
  const response = await post({ grant_type: 'client_credentials' }).set('Authorization', header);
  expect(response.status).toBe(200);
});

test('a failed HTTP Basic authentication returns a Basic challenge', async () => {
  const response = await post({ grant_type: 'client_credentials' }).set('Authorization', basic('demo', 'wrong'));
  expect(response.status).toBe(401);
  expect(response.body).toMatchObject({ error: 'invalid_client' });
  expect(response.headers['www-authenticate']).toMatch(/^Basic /);
});

test('a failed authentication by form returns no Basic challenge', async () => {
  const response = await post({ grant_type: 'client_credentials', ...credentials, client_secret: 'wrong' });
  expect(response.status).toBe(401);
  expect(response.headers['www-authenticate']).toBeUndefined();
});

test.each([
  ['no grant type', credentials],
  ['an empty grant type', { grant_type: '', ...credentials }],
  ['an empty form', {}],
])('%s is an invalid request, and the error speaks of the parameter', async (_, form) => {
  const response = await post(form);
  expect(response.status).toBe(400);
  expect(response.body).toEqual({
    error: 'invalid_request',
    error_description: 'grant_type must be client_credentials, but is missing.',
  });
});

test.each([
  ['no client ID', { client_secret: 'x' }, 'client_id'],
  ['no client secret', { client_id: 'demo:institution' }, 'client_secret'],
  ['an empty client secret', { client_id: 'demo:institution', client_secret: '' }, 'client_secret'],
  ['no client authentication', {}, 'client_id and client_secret'],
])('%s is an invalid client', async (_, form, missing) => {
  const response = await post({ grant_type: 'client_credentials', ...form });
  expect(response.status).toBe(401);
  expect(response.headers['cache-control']).toBe('no-store');
  expect(response.body).toEqual({
    error: 'invalid_client',
    error_description: `The client did not authenticate: the form lacks ${missing}.`,
  });
});

test('an authentication scheme other than Basic is an invalid client', async () => {
  const response = await post({ grant_type: 'client_credentials' }).set('Authorization', 'Bearer x');
  expect(response.status).toBe(401);
  expect(response.body).toMatchObject({ error: 'invalid_client' });
});

test('two ways of authenticating at once are an invalid request', async () => {
  const response = await post({ grant_type: 'client_credentials', ...credentials }).set(
    'Authorization',
    basic('a', 'b'),
  );
  expect(response.status).toBe(400);
  expect(response.body).toMatchObject({ error: 'invalid_request' });
});

test('a repeated field is an invalid request', async () => {
  const response = await request(institution.emulator.tokenUrl)
    .post('')
    .type('form')
    .send('grant_type=client_credentials&grant_type=client_credentials');
  expect(response.status).toBe(400);
  expect(response.body).toMatchObject({
    error: 'invalid_request',
    error_description: 'The form repeats "grant_type".',
  });
});

test('another grant is an unsupported grant type', async () => {
  const response = await post({ grant_type: 'password', ...credentials });
  expect(response.status).toBe(400);
  expect(response.body).toEqual({
    error: 'unsupported_grant_type',
    error_description: 'grant_type must be client_credentials, but is "password".',
  });
});

test('a JSON body is refused', async () => {
  const response = await request(institution.emulator.tokenUrl)
    .post('')
    .send({ grant_type: 'client_credentials', ...credentials });
  expect(response.status).toBe(400);
  expect(response.body).toMatchObject({ error: 'invalid_request' });
  expect(response.headers['cache-control']).toBe('no-store');
});

test('GET returns an OAuth error', async () => {
  const response = await request(institution.emulator.tokenUrl).get('');
  expect(response.status).toBe(405);
  expect(response.headers['allow']).toBe('POST');
  expect(response.body).toMatchObject({ error: 'invalid_request' });
});

test('every token is different', async () => {
  const [first, second] = await Promise.all([
    post({ grant_type: 'client_credentials', ...credentials }),
    post({ grant_type: 'client_credentials', ...credentials }),
  ]);
  expect((first.body as { access_token: string }).access_token).not.toBe(
    (second.body as { access_token: string }).access_token,
  );
});

test('the token lives at least as long as configured, and was not issued in the future', async () => {
  const short = await startInstitution({ tokenTtl: 60, now: '2026-01-31T09:00:00.250Z' });
  const claims = JSON.parse(Buffer.from(short.token.split('.')[1]!, 'base64url').toString()) as {
    iat: number;
    exp: number;
  };
  await short.close();
  const second = Date.parse('2026-01-31T09:00:00Z') / 1_000;
  expect(claims).toMatchObject({ iat: second, exp: second + 61 });
});

test('the token contains network, client and sandbox', () => {
  const claims: unknown = JSON.parse(Buffer.from(institution.token.split('.')[1]!, 'base64url').toString());
  expect(claims).toMatchObject({ iss: 'urn:id-emulator:devnet', sub: 'demo:institution', sandbox: 'default' });
});

test('a token signed with HMAC over the public key is refused', async () => {
  const [, payload] = institution.token.split('.');
  const header = Buffer.from(JSON.stringify({ alg: 'HS256' })).toString('base64url');
  const signature = createHmac('sha256', 'key').update(`${header}.${payload!}`).digest('base64url');
  const response = await institution
    .get('/institutions/me/users')
    .auth(`${header}.${payload!}.${signature}`, { type: 'bearer' });
  expect(response.status).toBe(401);
});

test('a method that a variant answers with 404 has an error code of OAuth, too', async () => {
  const response = await request(institution.emulator.tokenUrl)
    .delete('')
    .set('Emulator-Scenario', 'variant;wrong-method=404');
  expect(response.status).toBe(404);
  expect(response.body).toEqual({ error: 'invalid_request', error_description: 'There is nothing at this path.' });
});
