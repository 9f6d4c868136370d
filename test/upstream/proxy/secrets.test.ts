/** A proxy keeps no secrets of the exchanges that it passes on. */

import request from 'supertest';
import { expect, test } from 'vitest';
import { startProxy } from '../../../src/upstream/proxy/start-proxy.js';
import { cast } from '../../cast.js';
import { journalOf, startProxied, startServer } from './proxied.js';

test('the journal contains no client secret, token or link', async () => {
  await using proxied = await startProxied({ emulator: { clientSecret: 'a secret/with=signs' } });
  const { proxy, emulator, token } = proxied;
  const basic = await request(proxy.tokenUrl)
    .post('')
    .auth(emulator.clientId, 'a secret/with=signs')
    .type('form')
    .send({ grant_type: 'client_credentials' });
  const link = await proxied.post('/verification/generate-link', {
    contractId: cast('Ben').credentials[0]!.contractId,
  });
  const { token: linkToken, verificationUrl } = link.body as { token: string; verificationUrl: string };
  await request(proxy.apiUrl).get(`/verification/check/${linkToken}`);
  await proxied.get('/institutions/me/users').set('Referer', verificationUrl).set('Cookie', 'session=crumb');
  await proxied.get(`/institutions/me/users?search=${token}`);
  const journal = await request(proxy.url).get('/_emulator/sandboxes/default/journal');
  const { exchanges } = journal.body as { exchanges: unknown[] };
  expect(exchanges).toHaveLength(6);
  expect(basic.status).toBe(200);
  const basicCredentials = Buffer.from(`${emulator.clientId}:a secret/with=signs`).toString('base64');
  const secrets = [
    'a secret/with=signs',
    encodeURIComponent('a secret/with=signs'),
    'a+secret',
    basicCredentials,
    token,
    (basic.body as { access_token: string }).access_token,
    linkToken,
    verificationUrl,
    'crumb',
  ];
  expect(secrets.filter((secret) => journal.text.includes(secret))).toEqual([]);
  expect(secrets.filter((secret) => JSON.stringify(proxied.reported).includes(secret))).toEqual([]);
});

test('opaque tokens and secrets that the service repeats in an error are removed', async () => {
  await using upstream = await startServer((req, res) => {
    const isToken = req.url === '/oauth/token';
    const body = isToken
      ? { access_token: 'opaque-4711-token', expires_in: 3600 }
      : { error: 'unauthorized', message: `bad token ${req.headers.authorization ?? ''}` };
    res
      .writeHead(isToken ? 200 : 401, { 'Content-Type': 'application/json', 'Set-Cookie': 'session=crumb' })
      .end(JSON.stringify(body));
  });
  await using proxy = await startProxy({ upstream: upstream.url, tokenUpstream: `${upstream.url}/oauth/token` });
  await request(proxy.tokenUrl)
    .post('')
    .type('form')
    .send({ grant_type: 'client_credentials', client_id: 'me', client_secret: 's3' });
  const response = await request(proxy.apiUrl)
    .get('/institutions/me/users')
    .auth('opaque-4711-token', { type: 'bearer' });
  expect(response.text).toContain('opaque-4711-token');
  const journal = JSON.stringify(await journalOf(proxy));
  expect(['opaque-4711-token', 'client_secret=s3', 'crumb'].filter((secret) => journal.includes(secret))).toEqual([]);
});

test('web pages may not read the journal', async () => {
  await using proxied = await startProxied();
  const journal = '/_emulator/sandboxes/default/journal';
  expect((await request(proxied.proxy.url).get(journal).set('Origin', 'https://evil.example.com')).status).toBe(403);
  expect((await request(proxied.proxy.url).get(journal).set('Host', 'evil.example.com')).status).toBe(403);
  expect((await request(proxied.proxy.url).delete(journal)).status).toBe(204);
  expect(await journalOf(proxied.proxy)).toEqual([]);
  expect((await request(proxied.proxy.url).get('/_emulator/health')).body).toEqual({ status: 'ok' });
});

test('a reported exchange contains no personal data', async () => {
  await using proxied = await startProxied();
  const { partyId, email } = cast('Alice');
  await proxied.get(`/institutions/me/credentials/${encodeURIComponent(partyId)}?unknown=${email}`);
  await proxied.get(`/institutions/me/credentials/resolve?q=${email}&partyId=${partyId}`);
  await proxied.post('/institutions/me/credentials/request', { partyId, providers: [email] });
  await proxied.get(`/institutions/me/${email}`);
  expect(proxied.reported.flatMap(({ violations }) => violations)).toHaveLength(3);
  const reported = JSON.stringify(proxied.reported);
  expect([partyId, email].filter((value) => reported.includes(value))).toEqual([]);
});
