/** Bytes that no client library sends get a 4xx in the service's format, or no response where none is possible. */

import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { expect, test, vi } from 'vitest';
import { cast } from '../../cast.js';
import { startInstitution } from '../../institution.js';
import { untilEnd } from '../../until-end.js';

const institution = await untilEnd(startInstitution());

interface RawResponse {
  readonly status: number;
  readonly body: string;
}

/** Sends raw bytes, and reads until the emulator closes the connection. */
function exchange(bytes: string | Buffer): Promise<RawResponse> {
  const { port } = new URL(institution.emulator.url);
  return new Promise((resolve, reject) => {
    const socket = connect(Number(port), '127.0.0.1', () => socket.write(bytes));
    let text = '';
    socket.setEncoding('utf8').on('data', (chunk: string) => (text += chunk));
    socket.on('error', reject).on('close', () => {
      resolve({ status: Number(text.split(' ')[1]), body: text.slice(text.indexOf('\r\n\r\n') + 4) });
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

async function expectRefusal(response: RawResponse, status: number): Promise<void> {
  expect(response.status).toBe(status);
  expect(Object.keys(JSON.parse(response.body) as object)).toEqual(expect.arrayContaining(['error', 'message']));
  expect(response.body).not.toMatch(/\bat .*\.[jt]s\b/);
  // It still serves others.
  expect((await institution.get('/institutions/me/users?limit=1')).status).toBe(200);
}

const API = '/api/v1/institutions/me';

test.each([
  ['with a NUL', `${API}/credentials/%00`, 400],
  ['with a broken percent sign', `${API}/credentials/%`, 400],
  ['with percent-encoding that is not UTF-8', `${API}/credentials/%ff%fe`, 400],
  ['with a dot segment', `${API}/credentials/..`, 404],
  ['with an encoded dot segment', `${API}/credentials/%2e%2E`, 404],
  ['that climbs out', `/../../etc/passwd`, 404],
  ['with an empty segment', `${API}//users`, 404],
  ['with a slash at its end', `${API}/users/`, 404],
  ['in other letters', `${API.toUpperCase()}/users`, 404],
  ['with a broken query', `${API}/users?search=%E0%A4`, 400],
  ['of the page with broken percent-encoding', `/verify/%ff`, 400],
])('a path %s is refused', async (_, path, status) => {
  await expectRefusal(await exchange(requestOf(`GET ${path} HTTP/1.1`)), status);
});

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
  expect([response.status, response.body]).toEqual([200, '[]']);
});

const post = 'POST /api/v1/verification/generate-link HTTP/1.1';
const json = 'Content-Type: application/json';

function withLength(body: string | Buffer): string {
  return `Content-Length: ${Buffer.byteLength(body)}`;
}

test.each([
  ['no JSON', '{"contractId":', 400],
  ['empty', '', 400],
  ['blank', '  ', 400],
  ['null', 'null', 400],
  ['an array', '[{"contractId":"00"}]', 400],
  ['a number', '1', 400],
  ['a string', '"00"', 400],
  ['deep', `${'['.repeat(200_000)}${']'.repeat(200_000)}`, 400],
  ['deep inside', `{"contractId":${'{"a":'.repeat(50_000)}1${'}'.repeat(50_000)}}`, 400],
  ['with a number as contract ID', '{"contractId":1e999}', 400],
  ['with the prototype as a member', '{"__proto__":{"contractId":"00"}}', 400],
  ['two values', '{"contractId":"00"}{"contractId":"00"}', 400],
  ['for a contract that nobody has', '{"contractId":"00","contractId":"01"}', 404],
])('a body that is %s is refused', async (_, body, status) => {
  await expectRefusal(await exchange(requestOf(post, [json, withLength(body)], body)), status);
});

test('a body that is not UTF-8 is refused', async () => {
  const body = Buffer.from([0x7b, 0x22, 0xff, 0x22, 0x3a, 0x31, 0x7d]);
  await expectRefusal(await exchange(requestOf(post, [json, withLength(body)], body)), 400);
});

test('a body of more than 1 MiB is refused', async () => {
  const body = `{"contractId":"${'0'.repeat(1_048_576)}"}`;
  await expectRefusal(await exchange(requestOf(post, [json, withLength(body)], body)), 413);
});

test('a chunked body of more than 1 MiB is refused', async () => {
  const chunk = `10000\r\n${'0'.repeat(0x10000)}\r\n`;
  await expectRefusal(await exchange(requestOf(post, [json, 'Transfer-Encoding: chunked'], chunk.repeat(17))), 413);
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

test.each([
  ['another media type', ['Content-Type: text/plain'], 415],
  ['no media type', [], 415],
  ['an unknown content encoding', [json, 'Content-Encoding: zip'], 415],
  ['a content encoding that it does not have', [json, 'Content-Encoding: gzip'], 400],
])('a body with %s is refused', async (_, headers, status) => {
  const body = '{"contractId":"00"}';
  await expectRefusal(await exchange(requestOf(post, [...headers, withLength(body)], body)), status);
});

test.each(['"UTF-8"', 'utf8', 'iso-8859-1', 'utf-16', ''])('JSON with the charset %s is accepted', async (charset) => {
  const body = '{"contractId":"00"}';
  const response = await exchange(
    requestOf(post, [`Content-Type: application/json; charset=${charset}`, withLength(body)], body),
  );
  expect(response.status).toBe(404);
});

test('a repeated Authorization header is refused', async () => {
  await expectRefusal(await exchange(requestOf(`GET ${API}/users HTTP/1.1`, ['Authorization: Bearer other'])), 400);
});

test('a repeated Authorization header is refused at the token endpoint, too', async () => {
  const { clientId, clientSecret } = institution.emulator.defaultSandbox;
  const body = new URLSearchParams({
    grant_type: 'client_credentials',
    client_id: clientId,
    client_secret: clientSecret,
  });
  const form = ['Content-Type: application/x-www-form-urlencoded', withLength(String(body))];
  const requested = (headers: readonly string[]) =>
    exchange(requestOf('POST /oauth/token HTTP/1.1', [...headers, ...form], String(body)));
  expect((await requested([])).status).toBe(200);
  const { status, body: refusal } = await requested(['Authorization: Bearer other']);
  expect([status, JSON.parse(refusal)]).toMatchObject([400, { error: 'invalid_request' }]);
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
  await expectRefusal(response, 400);
  expect(JSON.parse(response.body)).toEqual({
    error: 'invalid_request',
    message: `An HTTP/1.1 request must have one Host header (RFC 9112 section 3.2), but this one has ${found}.`,
  });
});

test('HTTP/1.0 needs no Host', async () => {
  const bytes = `GET ${API}/users HTTP/1.0\r\nAuthorization: Bearer ${institution.token}\r\n\r\n`;
  expect((await exchange(bytes)).status).toBe(200);
});

test.each([`${API}/users`, '/_emulator/health'])(
  "an unknown expectation of %s is refused with 417 in the service's format",
  async (path) => {
    const response = await exchange(requestOf(`GET ${path} HTTP/1.1`, ['Expect: the-unexpected']));
    await expectRefusal(response, 417);
    expect(JSON.parse(response.body)).toEqual({
      error: 'expectation_failed',
      message: 'The only known expectation is 100-continue, but the Expect header is "the-unexpected".',
    });
  },
);

test.each([
  ['two Host headers', 400, ['Host: another.test'], ''],
  ['headers of 20,000 characters', 431, [`X-Padding: ${'x'.repeat(20_000)}`], ''],
  ['a request target of 20,000 characters', 414, [], `?padding=${'x'.repeat(20_000)}`],
  ['an unknown expectation', 417, ['Expect: the-unexpected'], ''],
] as const)('%s at the token endpoint: %i in the format of RFC 6749', async (_, status, headers, query) => {
  const response = await exchange(requestOf(`POST /oauth/token${query} HTTP/1.1`, headers));
  expect(response.status).toBe(status);
  expect(JSON.parse(response.body)).toEqual({
    error: 'invalid_request',
    error_description: expect.any(String) as string,
  });
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

test.each([
  ['the data plane', `http://emulator.test${API}/users?limit=1`, '"limit":1'],
  ['the data plane by https', `HTTPS://user@emulator.test:8443${API}/users?limit=1`, '"limit":1'],
  ['the control plane', 'http://emulator.test:1/_emulator/health', '"status":"ok"'],
])('a target in absolute form reaches %s', async (_, target, part) => {
  const response = await exchange(requestOf(`GET ${target} HTTP/1.1`));
  expect([response.status, response.body]).toEqual([200, expect.stringContaining(part)]);
});

test('a target in absolute form names the host of links', async () => {
  const contractId = cast('Ben').credentials[0]!.contractId;
  const body = JSON.stringify({ contractId });
  const line = 'POST http://emulator.test:99/api/v1/verification/generate-link HTTP/1.1';
  const response = await exchange(requestOf(line, [json, withLength(body)], body));
  expect(response.body).toContain('"verificationUrl":"http://emulator.test:99/verify/');
});

test.each(['http://emulator.test', 'http://emulator.test?x=1', 'ftp://emulator.test/', '*'])(
  'the target %s is refused',
  async (target) => {
    await expectRefusal(await exchange(requestOf(`OPTIONS ${target} HTTP/1.1`)), 404);
  },
);

test('the control plane refuses a foreign host in a target in absolute form', async () => {
  const response = await exchange(requestOf('GET http://emulator.test/_emulator/sandboxes HTTP/1.1'));
  expect(response.status).toBe(403);
});

test.each(['http://foreign.example/_emulator/sandboxes', `http://localhost${API}/users`])(
  'the target %s with another Host is refused',
  async (target) => {
    const response = await exchange(requestOf(`GET ${target} HTTP/1.1`));
    expect(response.status).toBeGreaterThanOrEqual(400);
    expect(response.body).toContain('Host header is emulator.test');
  },
);

test.each(['PUT', 'DELETE', 'PATCH', 'OPTIONS', 'TRACE', 'PROPFIND'])(
  '%s returns 405 with the allowed methods',
  async (method) => {
    const response = await exchange(requestOf(`${method} ${API}/users HTTP/1.1`));
    await expectRefusal(response, 405);
  },
);

test('HEAD returns what GET returns, without the body', async () => {
  const response = await exchange(requestOf(`HEAD ${API}/users HTTP/1.1`));
  expect(response).toEqual({ status: 200, body: '' });
});
