/** Exchanges on the control plane contain no secret, access token or link token. */

import { gzipSync } from 'node:zlib';
import request from 'supertest';
import { connect } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { cast } from '../../cast.js';
import { startControlledEmulator, type ControlledEmulator, type TestSandbox } from './controlled-emulator.js';

const BENS = cast('Ben').credentials[0]!.contractId;
const SECRET = 'very;secret "value"/+%';

let controlled: ControlledEmulator;
beforeAll(async () => {
  controlled = await startControlledEmulator({ population: 0 });
});
afterAll(() => controlled.close());

const open = () => controlled.open({ clientSecret: SECRET });
const link = async ({ post }: TestSandbox) =>
  ((await post('/verification/generate-link', { contractId: BENS })).body as { token: string }).token;

/** Everything that contains the exchanges of a sandbox, as text. */
async function everything({ control }: TestSandbox): Promise<string> {
  const responses = await Promise.all(
    ['/journal', '/journal/har', '/behaviour', '/bundle'].map((path) => control('get', path)),
  );
  const ofDefault = await Promise.all(
    ['/journal', '/journal/har'].map((path) => controlled.control('get', `/sandboxes/default${path}`)),
  );
  return [...responses, ...ofDefault].map(({ text }) => text).join('\n');
}

/** The encodings in which a secret might appear. */
function formsOf(secret: string): string[] {
  const encoded = encodeURIComponent(secret);
  return [
    secret,
    encoded,
    encoded.replaceAll('%20', '+'),
    JSON.stringify(secret).slice(1, -1),
    JSON.stringify(JSON.stringify(secret)).slice(3, -3),
  ];
}

async function expectNone(sandbox: TestSandbox, ...secrets: readonly string[]): Promise<void> {
  const text = await everything(sandbox);
  for (const form of secrets.flatMap(formsOf)) expect(text).not.toContain(form);
}

test('the secret in the form of a token request and the token in its response are removed', async () => {
  const sandbox = await open();
  await expectNone(sandbox, SECRET, sandbox.token, sandbox.token.split('.')[2]!);
});

test('a secret in HTTP Basic is removed', async () => {
  const sandbox = await open();
  const basic = Buffer.from(`${sandbox.clientId}:${encodeURIComponent(SECRET)}`).toString('base64');
  await request(sandbox.tokenUrl)
    .post('')
    .set('Authorization', `Basic ${basic}`)
    .type('form')
    .send({ grant_type: 'client_credentials' });
  await expectNone(sandbox, basic, Buffer.from(encodeURIComponent(SECRET)).toString('base64').slice(4, -4));
});

test('a wrong secret is removed, and the diagnostics say that it was wrong', async () => {
  const sandbox = await open();
  await request(sandbox.tokenUrl)
    .post('')
    .type('form')
    .send({ grant_type: 'client_credentials', client_id: sandbox.clientId, client_secret: 'another secret' });
  await expectNone(sandbox, 'another secret');
  const { exchanges } = await sandbox.done<{ exchanges: { request: { body: { text: string } } }[] }>(
    'get',
    '/journal?status=401',
  );
  expect(exchanges[0]!.request.body.text).toContain('client_secret=~other-secret~');
});

test('a secret in a query is removed', async () => {
  const sandbox = await open();
  await sandbox.get(`/institutions/me/users?client_secret=${encodeURIComponent(SECRET)}&access_token=${sandbox.token}`);
  await request(sandbox.tokenUrl).post(`?client_id=x&client_secret=${encodeURIComponent(SECRET)}`);
  await expectNone(sandbox, SECRET, sandbox.token);
});

test('a token in a query parameter of any name is removed', async () => {
  const sandbox = await open();
  await sandbox.get(`/institutions/me/users?jwt=${sandbox.token}`);
  await expectNone(sandbox, sandbox.token);
});

test('a token in a header of any name is removed', async () => {
  const sandbox = await open();
  await sandbox
    .get('/institutions/me/users')
    .set('X-Access-Token', sandbox.token)
    .set('Cookie', `session=${sandbox.token}`);
  await expectNone(sandbox, sandbox.token);
});

test('a token in a path is removed', async () => {
  const sandbox = await open();
  await sandbox.get(`/institutions/me/human-scores/${sandbox.token}`);
  await expectNone(sandbox, sandbox.token);
});

test('a secret in a JSON body is removed', async () => {
  const sandbox = await open();
  await sandbox.post('/verification/generate-link', {
    contractId: BENS,
    client_secret: SECRET,
    access_token: sandbox.token,
  });
  await expectNone(sandbox, SECRET, sandbox.token);
});

test('a secret in a compressed form is removed', async () => {
  const sandbox = await open();
  const form = new URLSearchParams({
    grant_type: 'client_credentials',
    client_id: sandbox.clientId,
    client_secret: SECRET,
  });
  const body = gzipSync(form.toString());
  const response = await fetch(sandbox.tokenUrl, {
    method: 'POST',
    headers: { 'Content-Type': 'application/x-www-form-urlencoded', 'Content-Encoding': 'gzip' },
    body,
  });
  expect(response.status).toBe(200);
  await expectNone(sandbox, body.toString('base64'));
});

test('a secret in a second Authorization header is removed', async () => {
  const sandbox = await open();
  const basic = Buffer.from(`${sandbox.clientId}:${encodeURIComponent(SECRET)}`).toString('base64');
  const { hostname, port, pathname } = new URL(sandbox.apiUrl);
  await new Promise<void>((resolve) => {
    const socket = connect(Number(port), hostname);
    socket.once('close', () => {
      resolve();
    });
    socket.resume();
    socket.end(
      `GET ${pathname}/institutions/me/users HTTP/1.1\r\nHost: x\r\nConnection: close\r\nAuthorization: Bearer ${sandbox.token}\r\nAuthorization: Basic ${basic}\r\n\r\n`,
    );
  });
  await expectNone(sandbox, basic, sandbox.token);
});

test('a foreign bearer token is removed', async () => {
  const sandbox = await open();
  await request(sandbox.apiUrl)
    .get('/institutions/me/users')
    .set('Authorization', 'Bearer somebody-elses-opaque-token');
  await expectNone(sandbox, 'somebody-elses-opaque-token');
});

test('the token of a link is removed from responses and from the path of the check', async () => {
  const sandbox = await open();
  const one = await link(sandbox);
  const batch = (await sandbox.post('/verification/generate-links-batch', { requests: [{ contractId: BENS }] })).text;
  const other = /"token":"([^"]+)"/.exec(batch)![1]!;
  for (const token of [one, other]) await request(sandbox.apiUrl).get(`/verification/check/${token}`);
  await expectNone(sandbox, one, other);
});

test.each(['/', '/extra', '?again'])('the token of a link is removed if %s follows it', async (behind) => {
  const sandbox = await open();
  const token = await link(sandbox);
  await request(sandbox.apiUrl).get(`/verification/check/${token}${behind}`);
  await expectNone(sandbox, token);
});

test('the token of a link is removed from the Referer header', async () => {
  const sandbox = await open();
  const token = await link(sandbox);
  await sandbox.get('/institutions/me/users').set('Referer', `${controlled.emulator.url}/verify/${token}`);
  await expectNone(sandbox, token);
});
