/** Servers that are broken in every way: each call ends, and its error shows no secret, with `fetch` and with an agent. */

import { Agent } from 'node:http';
import { inspect } from 'node:util';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { APIError, idSdk, type Connection } from 'id-emulator/client';
import { failureOf } from './client-under-test.js';
import { http, issueToken, SECRET, startRaw, TOKEN, type Write } from './raw-service.js';

const PAGE = '{"items":[],"pagination":{"offset":0,"limit":10,"total":0}}';
const LINK = 'link-token-9876543210';
/** Secrets that the requests hold. */
const SECRETS = [TOKEN, SECRET, LINK, 'key-of-the-caller'];
const WAYS = { fetch: () => ({}), agent: () => ({ agent: new Agent() }) };

/** Every form in which a program may write an error. */
function formsOf(error: Error): string {
  const seen = new Set<unknown>();
  const walk = (value: unknown): string => {
    if (typeof value !== 'object' || value === null) return String(value);
    if (seen.has(value)) return '';
    seen.add(value);
    const members = value as Record<string | symbol, unknown>;
    return Reflect.ownKeys(value)
      .map((key) => `${String(key)}=${walk(members[key])}`)
      .join(' ');
  };
  return [walk(error), String(error), JSON.stringify(error), inspect(error, { depth: 9, showHidden: true })].join('\n');
}

function expectNoSecret(error: Error, secrets = SECRETS): void {
  const shown = formsOf(error);
  for (const secret of secrets)
    for (const spelling of [secret, encodeURIComponent(secret), JSON.stringify(secret).slice(1, -1)])
      expect(shown).not.toContain(spelling);
}

/** Whatever the request holds comes back. */
const echoOf = (request: string): string => `${request} ${decodeURIComponent(request)}`;

const BROKEN: Readonly<Record<string, Write>> = {
  'not HTTP': (request) => echoOf(request),
  'a status line without status': (request) => `HTTP/1.1 ${request}`,
  'secrets in the reason phrase': (request) => http(`400 ${request.replaceAll(/\s+/g, ' ')}`),
  'a malformed header': (request) => `HTTP/1.1 200 OK\r\n${TOKEN} ${request.split('\r\n')[0]}\r\n\r\n`,
  'a header with a malformed value': () => `HTTP/1.1 200 OK\r\nX-Echo: ${TOKEN}\0${LINK}\r\n\r\n`,
  'a malformed chunk': (request) =>
    `HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n5\r\n{"a":\r\n${TOKEN} ${LINK} ${request}`,
  'a chunk that is too short': () => `HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nffff\r\n${TOKEN}`,
  'two different lengths': (request) => `HTTP/1.1 200 OK\r\nContent-Length: 5\r\nContent-Length: 7\r\n\r\n${request}`,
  'secrets in a body that is cut': (request) => `HTTP/1.1 200 OK\r\nContent-Length: 99999\r\n\r\n${request}`,
  'a body that ends within a secret': () =>
    `HTTP/1.1 200 OK\r\nContent-Length: 999\r\n\r\n{"token":"${TOKEN.slice(0, 30)}`,
  'secrets in headers': (request) =>
    http('400 Bad', 'x', `X-Echo: ${request.replaceAll(/\s+/g, ' ')}`, `X-Request-Id: ${TOKEN}`),
  'a secret in the name of a header': () => http('400 Bad', 'x', `${LINK}: a`, `x-${TOKEN}: b`),
  'secrets in JSON': (request) =>
    http('400 Bad', JSON.stringify({ error: { code: TOKEN, message: request, details: { echo: [request, LINK] } } })),
  'secrets in a URL in JSON': (request) => http('500 Bad', JSON.stringify(JSON.stringify(encodeURIComponent(request)))),
  'secrets in HTML': (request) =>
    http('502 Bad', `<p>${request.replaceAll('&', '&amp;').replaceAll('"', '&#x22;')}</p>`),
  'a redirect to a secret': (request) => http('302 Found', echoOf(request), `Location: http://127.0.0.1:9/?${TOKEN}`),
  'a success that is not JSON': (request) =>
    http('200 OK', `<html>${echoOf(request)}`, 'Content-Type: application/json'),
  'gzip that is cut': (request) => http('200 OK', gzipSync(echoOf(request)).subarray(0, 40), 'Content-Encoding: gzip'),
  'plain text as gzip': (request) => http('200 OK', echoOf(request), 'Content-Encoding: gzip'),
  'an unknown encoding': (request) => http('200 OK', echoOf(request), 'Content-Encoding: rot13'),
  'switching protocols': () =>
    'HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n\r\nhello',
  'switching protocols without saying which': () => 'HTTP/1.1 101 Switching Protocols\r\n\r\n',
  'a connection that closes at once': () => '',
  'a connection that is reset': (_, socket) => void socket.resetAndDestroy(),
  '401 with the token': (request) => http('401 Unauthorized', echoOf(request), `WWW-Authenticate: Bearer ${TOKEN}`),
  'deeply nested JSON': () => http('400 Bad', '{"details":'.repeat(5_000) + '1' + '}'.repeat(5_000)),
  'a header that never ends': () => `HTTP/1.1 200 OK\r\n${`X-Echo: ${TOKEN}\r\n`.repeat(3_000)}`,
};

const CALLS: readonly ((connection: Connection) => Promise<unknown>)[] = [
  (connection) => connection.getUsers({ search: 'needle' }),
  (connection) => connection.checkVerificationStatus(LINK),
  (connection) => connection.generateVerificationLink({ contractId: '00' }),
  (connection) => connection.createCredentialsRequest({ partyId: 'p', providers: ['GITHUB'] }),
];

const each = Object.entries(WAYS).flatMap(([way, configOf]) =>
  Object.entries(BROKEN).map(([what, write]) => ({ way, configOf, what, write })),
);

test.concurrent.each(each)('$what ends with an error that shows no secret, with $way', async ({ configOf, write }) => {
  await using service = await startRaw(write);
  const headers = { 'X-Api-Key': 'key-of-the-caller', 'X-Link': LINK };
  const connection = await idSdk.connect({ ...service.config, ...configOf(), timeout: 5_000, headers });
  for (const call of CALLS) {
    const failure = await failureOf(call(connection));
    expect(failure).toBeInstanceOf(APIError);
    expectNoSecret(failure);
  }
});

test.concurrent.each(each)('$what at the token endpoint shows no secret, with $way', async ({ configOf, write }) => {
  await using service = await startRaw(() => http('200 OK', PAGE), write);
  const connection = await idSdk.connect({ ...service.config, ...configOf(), timeout: 5_000 });
  const failure = await failureOf(connection.getUsers());
  expect(failure).toBeInstanceOf(APIError);
  expectNoSecret(failure, [SECRET]);
});

const HANGING: Readonly<Record<string, Write>> = {
  'before it answers': () => undefined,
  'within the status line': (_, socket) => void socket.write('HTTP/1.1 2'),
  'within the headers': (_, socket) => void socket.write('HTTP/1.1 200 OK\r\nContent-'),
  'before the body': (_, socket) => void socket.write('HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\n'),
  'within the body': (_, socket) => void socket.write('HTTP/1.1 200 OK\r\nContent-Length: 99\r\n\r\n{"items":'),
  'within gzip': (_, socket) => {
    socket.write('HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\nContent-Length: 999\r\n\r\n');
    socket.write(gzipSync(PAGE).subarray(0, 20));
    return undefined;
  },
  'within a chunk': (_, socket) => void socket.write('HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n9\r\n{"it'),
  'after 100 Continue': (_, socket) => void socket.write('HTTP/1.1 100 Continue\r\n\r\n'),
};

test.concurrent.each(
  Object.entries(WAYS).flatMap(([way, configOf]) =>
    Object.entries(HANGING).map(([moment, write]) => ({ way, configOf, moment, write })),
  ),
)('a service that hangs $moment is left when the timeout is over, with $way', async ({ configOf, write }) => {
  for (const service of [await startRaw(write), await startRaw(() => http('200 OK', PAGE), write)]) {
    await using running = service;
    const connection = await idSdk.connect({ ...running.config, ...configOf(), timeout: 200 });
    // The platform's fetch may fail at once, for example after 100 Continue.
    expect((await failureOf(connection.getUsers())).name).toMatch(/^(Timeout|Connection)Error$/);
  }
});

test.each([
  ['gzip', gzipSync],
  ['br', brotliCompressSync],
])('a body that is compressed without being asked for is read: %s', async (encoding, compress) => {
  await using service = await startRaw(() => http('200 OK', compress(PAGE), `Content-Encoding: ${encoding}`));
  for (const configOf of Object.values(WAYS)) {
    const connection = await idSdk.connect({ ...service.config, ...configOf() });
    expect((await connection.getUsers()).items).toEqual([]);
  }
});

test('a body without an end is left at 50 MB', async () => {
  await using service = await startRaw((_, socket) => {
    const block = Buffer.alloc(1_000_000, ' ');
    const write = (): void => {
      while (!socket.destroyed && socket.write(block));
      if (!socket.destroyed) socket.once('drain', write);
    };
    socket.write('HTTP/1.1 200 OK\r\n\r\n');
    write();
    return undefined;
  });
  const connection = await idSdk.connect(service.config);
  expect((await failureOf(connection.getUsers())).message).toContain('because the body is too large');
});

const PLACES = ['reason', 'header', 'name', 'id', 'body', 'message', 'code', 'details', 'chunk', 'cut'] as const;

/** A response with the text in one place. */
function withText(text: string, place: (typeof PLACES)[number], status: number): Buffer | string {
  const line = text.replaceAll(/[^ -~]/g, '?');
  if (place === 'reason') return http(`${status} ${line}`, 'x');
  if (place === 'header') return http(`${status} X`, 'x', `X-Echo: a ${line} b`);
  if (place === 'name') return http(`${status} X`, 'x', `x-${line.replaceAll(/\W/g, '-')}: a`);
  if (place === 'id') return http(`${status} X`, 'x', `X-Request-Id: ${line}`);
  if (place === 'body') return http(`${status} X`, `<p>${text}</p>`);
  if (place === 'message') return http(`${status} X`, JSON.stringify({ message: text }));
  if (place === 'code') return http(`${status} X`, JSON.stringify({ error: text }));
  if (place === 'details') return http(`${status} X`, JSON.stringify({ details: [{ text }] }));
  if (place === 'chunk') return `HTTP/1.1 ${status} X\r\nTransfer-Encoding: chunked\r\n\r\n2\r\n{"\r\n${line}`;
  return `HTTP/1.1 ${status} X\r\nContent-Length: 9999\r\n\r\n{"text":"${line}`;
}

test(
  'property: each secret in each place of a broken response is in no form of the error',
  { timeout: 60_000 },
  async () => {
    let written: string | Buffer = '';
    await using service = await startRaw(() => written);
    const secrets = fc.stringMatching(/^[a-zA-Z][!-~]{6,40}[a-zA-Z0-9=]{3}$/);
    const property = fc.asyncProperty(
      secrets,
      fc.constantFrom(...PLACES),
      fc.constantFrom(200, 302, 400, 401, 404, 500),
      fc.constantFrom('secret', 'link', 'header', 'search'),
      fc.constantFrom(String, encodeURIComponent, (text: string) => JSON.stringify(text).slice(1, -1)),
      async (secret, place, status, kind, spell) => {
        written = withText(`before ${spell(secret)} after`, place, status);
        const errors: Error[] = [];
        const connection = await idSdk.connect({
          ...service.config,
          ...(kind === 'secret' && { clientSecret: secret }),
          ...(kind === 'header' && { headers: { 'X-Api-Key': secret } }),
          onFailure: ({ error }) => errors.push(error),
        });
        const call =
          kind === 'search'
            ? connection.resolve(secret)
            : connection.checkVerificationStatus(kind === 'link' ? secret : 'other');
        // JSON with status 200 is a success of the public check.
        await call.catch((error: unknown) => errors.push(error as Error));
        if (status !== 200) expect(errors.length).toBeGreaterThan(0);
        for (const error of errors) expect(formsOf(error)).not.toContain(spell(secret));
      },
    );
    await fc.assert(property, { numRuns: 150, seed: 4 });
  },
);

test('a token that was received in a broken response is not shown', async () => {
  const bodies = [
    `{"access_token":"${TOKEN}"`,
    `access_token=${TOKEN}`,
    `<t>${TOKEN}</t>`,
    `{"access_token":["${TOKEN}"]}`,
  ];
  for (const body of bodies) {
    await using service = await startRaw(issueToken, () => http('200 OK', body, `X-Token: ${TOKEN}`));
    expectNoSecret(await failureOf((await idSdk.connect(service.config)).getUsers()));
  }
});
