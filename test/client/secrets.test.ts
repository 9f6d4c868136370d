/** Errors and hooks show no secret, in whatever spelling the service repeats it, and not what was searched for. */

import { inspect } from 'node:util';
import { expect, test } from 'vitest';
import type { APIError, RequestEvent } from 'id-emulator/client';
import { CLIENT_SECRET, startBroken } from './broken-service.js';
import { failureOf } from './client-under-test.js';

/** Words of the secret that are not in any other text. */
const PARTS = /s3cret|quoted|more/;

test.each([
  ['plain', CLIENT_SECRET],
  ['JSON', JSON.stringify({ error: 'x', message: CLIENT_SECRET })],
  ['JSON with escaped characters', JSON.stringify(CLIENT_SECRET).replaceAll('&', '\\u0026')],
  ['form-encoded', new URLSearchParams({ client_secret: CLIENT_SECRET }).toString()],
  ['percent-encoded, in lower case', encodeURIComponent(CLIENT_SECRET).replace(/%../g, (code) => code.toLowerCase())],
  ['percent-encoded after an escape', `client_secret%3D${encodeURIComponent(CLIENT_SECRET)}`],
  ['after a line feed in JSON', JSON.stringify(`line\n${CLIENT_SECRET}`)],
  ['HTML', CLIENT_SECRET.replaceAll('&', '&amp;').replaceAll('"', '&quot;')],
])('the client secret is hidden in every spelling: %s', async (_, body) => {
  await using service = await startBroken(() => ({ status: 400, body, headers: { 'X-Echo': 's3cret' } }));
  const failure = (await failureOf(service.connection.getUsers())) as APIError;
  expect(failure.response?.body).toContain('[hidden]');
  expect(failure.response?.body).not.toMatch(PARTS);
  expect(failure.message).not.toMatch(PARTS);
});

test('a link token is hidden in linear time, whatever its characters', async () => {
  await using service = await startBroken(({ url }) => ({
    status: 404,
    body: { error: 'not_found', message: `no link ${decodeURIComponent(url.pathname)}`.repeat(50) },
  }));
  for (const token of ['a.'.repeat(33) + 'b', '((a+)+)+$', '%25'.repeat(500), '&amp;'.repeat(500), '\\'.repeat(900)]) {
    const failure = (await failureOf(service.connection.checkVerificationStatus(token))) as APIError;
    expect(failure.status).toBe(404);
    expect(failure.message).not.toContain(token);
  }
});

test('punctuation at the end of a secret is hidden too', async () => {
  await using service = await startBroken(() => ({ status: 400, body: 'the secret abcdef== is wrong' }), {
    clientSecret: 'abcdef==',
  });
  expect((await failureOf(service.connection.getUsers())).message).toBe(
    'getUsers failed with status 400: the secret [hidden] is wrong',
  );
});

test('an access token is hidden', async () => {
  await using service = await startBroken(
    ({ headers }) => ({ status: 400, body: `${headers.authorization?.slice(7)}: accounts are bad` }),
    { clientSecret: 'x' },
  );
  expect((await failureOf(service.connection.getUsers())).message).toBe(
    'getUsers failed with status 400: [hidden]: accounts are bad',
  );
});

test('a link token is hidden, whether it was sent or received', async () => {
  await using service = await startBroken(({ url }) =>
    url.pathname.includes('/check/')
      ? { status: 404, body: { error: 'not_found', message: `no link ${url.pathname.split('/').at(-1)}` } }
      : { body: '{"verificationUrl":"https://x/v/l1nk-token","token":"l1nk-token"' },
  );
  for (const call of [
    service.connection.checkVerificationStatus('l1nk-token'),
    service.connection.generateVerificationLink({ contractId: '00' }),
    service.connection.generateVerificationLinksBatch({ requests: [{ contractId: '00' }] }),
  ])
    expect(inspect(await failureOf(call), { depth: Infinity, showHidden: true })).not.toContain('l1nk');
});

test('hooks do not see what was searched for', async () => {
  const urls: string[] = [];
  await using service = await startBroken(() => ({ body: { items: [], credentials: [] } }), {
    onRequest: ({ url }) => urls.push(url),
  });
  const { connection } = service;
  await connection.getUsers({ search: 'needle', kycStatus: 'APPROVED' });
  await connection.getCredentials({ emails: ['needle@example.com', 'other'], partyIds: ['needle'], limit: 5 });
  await connection.resolveCredentials({ a: 'needle' });
  await connection.resolve('needle');
  await connection.reverseResolve('needle');
  expect(urls.join('\n')).not.toContain('needle');
  const queries = urls.map((url) => url.split('?')[1]?.split('&').toSorted().join(' ')).filter(Boolean);
  expect(queries.slice(0, 3)).toEqual([
    'kycStatus=APPROVED limit=10 offset=0 search=[hidden]',
    'emails=[hidden] emails=[hidden] limit=5 partyIds=[hidden]',
    'a=[hidden]',
  ]);
});

test("onRetry's error has neither a search term nor an echoed header of the caller's", async () => {
  const errors: string[] = [];
  await using service = await startBroken(
    ({ url, headers }) => ({
      status: 500,
      headers: { 'X-Echo': String(headers['x-api-key']) },
      body: { error: { code: 'broken', message: `${url.search} needle ${String(headers['x-api-key'])}` } },
    }),
    {
      retries: 1,
      headers: { 'X-Api-Key': 'key-of-the-caller' },
      onRetry: ({ error }) => errors.push(inspect(error, { depth: Infinity, showHidden: true })),
    },
  );
  await failureOf(service.connection.getUsers({ search: 'needle' }));
  expect(errors).toHaveLength(1);
  expect(errors[0]).not.toMatch(/needle|key-of-the-caller/);
  expect(errors[0]).toContain("code: 'broken'");
});

test('a hook that changes an event changes no request', async () => {
  await using service = await startBroken(() => ({}), {
    onRequest: (event: RequestEvent) => {
      Object.assign(event, { url: 'http://elsewhere/' });
      Object.assign(event.headers, { 'x-changed': 'yes', accept: 'text/html' });
    },
  });
  await service.connection.getUsers();
  await service.connection.checkVerificationStatus('token');
  expect(service.requests.map(({ headers }) => [headers.accept, headers['x-changed']])).toEqual(
    service.requests.map(() => ['application/json', undefined]),
  );
});
