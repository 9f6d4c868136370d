/** Bytes that no client library sends get a 4xx in the service's format, or no response where none is possible. */

import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { expect, test, vi } from 'vitest';
import { absolute, type Sender, testExchanges } from '../../exchanges.js';
import { type Answered, parsed } from '../../fetched.js';
import { startInstitution } from '../../institution.js';
import { untilEnd } from '../../until-end.js';

const institution = await untilEnd(startInstitution());

/** Sends raw bytes, and reads until the emulator closes the connection. */
function exchange(bytes: string | Buffer): Promise<Answered> {
  const { port } = new URL(institution.emulator.url);
  return new Promise((resolve, reject) => {
    const socket = connect(Number(port), '127.0.0.1', () => socket.write(bytes));
    let all = '';
    socket.setEncoding('utf8').on('data', (chunk: string) => (all += chunk));
    socket.on('error', reject).on('close', () => {
      const end = all.indexOf('\r\n\r\n');
      const [first = '', ...fields] = all.slice(0, end).split('\r\n');
      const headers = new Headers(
        fields.map((field): [string, string] => [field.replace(/:.*/, ''), field.replace(/^[^:]*:/, '').trim()]),
      );
      const text = all.slice(end + 4);
      resolve({ status: Number(first.split(' ')[1]), headers, text, json: parsed(text) });
    });
  });
}

function requestOf(line: string, headers: readonly string[] = [], body: string | Buffer = ''): Buffer {
  const head = [
    line,
    'Host: emulator.test',
    'Connection: close',
    `Authorization: Bearer ${institution.token}`,
    ...headers,
  ].join('\r\n');
  return Buffer.concat([Buffer.from(`${head}\r\n\r\n`), Buffer.from(body)]);
}

/** What the emulator sends next. */
async function nextText(socket: Socket): Promise<string> {
  const [bytes] = (await once(socket, 'data')) as [Buffer];
  return bytes.toString();
}

const post = 'POST /api/v1/verification/generate-link HTTP/1.1';
const json = 'Content-Type: application/json';

function withLength(body: string | Buffer): string {
  return `Content-Length: ${Buffer.byteLength(body)}`;
}

async function expectRefusal({ json, text }: Answered): Promise<void> {
  expect(Object.keys(json as object)).toEqual(expect.arrayContaining(['error', 'message']));
  expect(text).not.toMatch(/\bat .*\.[jt]s\b/);
  // It still serves others.
  expect((await institution.get('/institutions/me/users?limit=1')).status).toBe(200);
}

const SENDER: Sender = {
  values: { ...institution.emulator.defaultSandbox.show(), long: 'x'.repeat(20_000) },
  send: async ({ method, path, headers, body }) => {
    const target = path.includes('://') || path === '*' ? path : absolute(path, 'default');
    const fields = Object.entries(headers).flatMap(([name, value]) => (value === '' ? [] : [`${name}: ${value}`]));
    const length = body === undefined ? [] : [withLength(body)];
    const answer = await exchange(requestOf(`${method} ${target} HTTP/1.1`, [...fields, ...length], body));
    const isOfService = !path.startsWith('/oauth') && answer.status !== 403;
    if (isOfService && answer.status >= 400 && method !== 'HEAD') await expectRefusal(answer);
    return answer;
  },
};

testExchanges(new URL('malformed-traffic.yaml', import.meta.url), () => Promise.resolve(SENDER));

async function expectRefused(bytes: Buffer, status: number): Promise<void> {
  const answer = await exchange(bytes);
  expect(answer.status).toBe(status);
  await expectRefusal(answer);
}

const API = '/api/v1/institutions/me';

test.each([
  '::',
  'ü',
  '日本語',
  '🙂',
  'a/b',
  'a b',
  '"<script>',
  "'; drop table",
  '\\',
  '%',
  '+',
  '&=?#',
  '..x',
  '\u202e',
  'x'.repeat(2_000),
])('the party ID %j is unknown', async (partyId) => {
  const path = `${API}/credentials/${encodeURIComponent(partyId)}`;
  const response = await exchange(requestOf(`GET ${path} HTTP/1.1`));
  expect([response.status, response.text]).toEqual([200, '[]']);
});

test.each([
  ['deep', `${'['.repeat(200_000)}${']'.repeat(200_000)}`],
  ['deep inside', `{"contractId":${'{"a":'.repeat(50_000)}1${'}'.repeat(50_000)}}`],
])('a body that is %s is refused', async (_, body) => {
  await expectRefused(requestOf(post, [json, withLength(body)], body), 400);
});

test('a body that is not UTF-8 is refused', async () => {
  const body = Buffer.from([0x7b, 0x22, 0xff, 0x22, 0x3a, 0x31, 0x7d]);
  await expectRefused(requestOf(post, [json, withLength(body)], body), 400);
});

test('a body of more than 1 MiB is refused', async () => {
  const body = `{"contractId":"${'0'.repeat(1_048_576)}"}`;
  await expectRefused(requestOf(post, [json, withLength(body)], body), 413);
});

test('a chunked body of more than 1 MiB is refused', async () => {
  const chunk = `10000\r\n${'0'.repeat(0x10000)}\r\n`;
  await expectRefused(requestOf(post, [json, 'Transfer-Encoding: chunked'], chunk.repeat(17)), 413);
});

test.each([
  ['too large', 413, json],
  ['of another media type', 415, 'Content-Type: text/plain'],
])('a client that still sends a body that is %s gets the response, and no reset', async (_, status, type) => {
  const { port } = new URL(institution.emulator.url);
  const body = Buffer.alloc(2 * 1_048_576, '0');
  const socket = connect({ port: Number(port), host: '127.0.0.1', allowHalfOpen: true });
  socket.write(requestOf(post, [type, withLength(body)], body.subarray(0, 10)));
  const response = await nextText(socket);
  await once(socket.resume(), 'end');
  // The rest arrives when the emulator has nothing more to say.
  socket.end(body.subarray(10));
  await once(socket, 'close');
  expect(response).toContain(`HTTP/1.1 ${status} `);
});

test('a client that goes on sending after its request was refused gets the response, and no reset', async () => {
  const { port } = new URL(institution.emulator.url);
  const socket = connect({ port: Number(port), host: '127.0.0.1', allowHalfOpen: true });
  const failed = vi.fn();
  socket.on('error', failed);
  const refused = nextText(socket);
  socket.write('no HTTP at all\r\n\r\n');
  expect(await refused).toMatch(/^HTTP\/1\.1 400 /);
  for (let piece = 0; piece < 10; piece++) await new Promise((resolve) => socket.write('x'.repeat(50_000), resolve));
  socket.end();
  await once(socket, 'close');
  expect(failed).not.toHaveBeenCalled();
});

test('a long request line that arrives in small pieces is refused with 414', async () => {
  const { port } = new URL(institution.emulator.url);
  const socket = connect(Number(port), '127.0.0.1');
  const response = nextText(socket);
  const bytes = requestOf(`GET ${API}/credentials?partyIds=${'x'.repeat(40_000)} HTTP/1.1`);
  for (let at = 0; at < bytes.length; at += 5_000)
    await new Promise((resolve) => socket.write(bytes.subarray(at, at + 5_000), resolve));
  expect(await response).toMatch(/^HTTP\/1\.1 414 URI Too Long\r\n/);
  socket.destroy();
});

test('a request line of 16 KiB and headers of 15 KiB are accepted', async () => {
  const target = `${API}/users?search=`.padEnd(16_384, 'x');
  const response = await exchange(requestOf(`GET ${target} HTTP/1.1`, [`X-Padding: ${'x'.repeat(15_000)}`]));
  expect(response.status).toBe(200);
});

test.each([
  ['HTTP/1.1 without Host', `GET ${API}/users HTTP/1.1\r\nConnection: close\r\n\r\n`, 'no Host header'],
  [
    'two Host headers',
    `GET ${API}/users HTTP/1.1\r\nHost: a\r\nHost: b\r\nConnection: close\r\n\r\n`,
    '2 Host headers',
  ],
  ['the control plane without Host', 'GET /_emulator/health HTTP/1.1\r\nConnection: close\r\n\r\n', 'no Host header'],
])("%s is refused with 400 in the service's format", async (_, bytes, found) => {
  const response = await exchange(bytes);
  expect(response.status).toBe(400);
  await expectRefusal(response);
  expect(response.json).toEqual({
    error: 'invalid_request',
    message: `An HTTP/1.1 request must have one Host header (RFC 9112 section 3.2), but this one has ${found}.`,
  });
});

test('HTTP/1.0 needs no Host', async () => {
  const bytes = `GET ${API}/users HTTP/1.0\r\nAuthorization: Bearer ${institution.token}\r\n\r\n`;
  expect((await exchange(bytes)).status).toBe(200);
});

test('Expect: 100-continue gets an interim response', async () => {
  const body = '{"contractId":"00"}';
  const { port } = new URL(institution.emulator.url);
  const socket = connect(Number(port), '127.0.0.1');
  socket.write(requestOf(post, [json, withLength(body), 'Expect: 100-continue']));
  expect(await nextText(socket)).toBe('HTTP/1.1 100 Continue\r\n\r\n');
  socket.write(body);
  expect(await nextText(socket)).toMatch(/^HTTP\/1\.1 404 /);
  socket.destroy();
});
