/** Servers that keep to the letter of HTTP or of JSON, and mean ill: nothing hangs, nothing blocks, nothing is shown. */

import { Agent } from 'node:http';
import { inspect } from 'node:util';
import { expect, test } from 'vitest';
import { APIError, idSdk } from 'id-emulator/client';
import { failureOf } from './client-under-test.js';
import { http, issueToken, SECRET, startRaw, TOKEN, type Write } from './raw-service.js';

const PAGE = '{"items":[],"pagination":{"offset":0,"limit":10,"total":0}}';
const WAYS = { fetch: () => ({}), agent: () => ({ agent: new Agent() }) };

/** Writes the beginning, and then the text again and again, until the connection is closed. */
const endless =
  (beginning: string, text: string, pause = 5): Write =>
  (_, socket) => {
    socket.write(beginning);
    const timer = setInterval(() => socket.write(text), pause);
    socket.once('close', () => {
      clearInterval(timer);
    });
    return undefined;
  };

const CHUNKED = 'HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n';
const ENDLESS: Readonly<Record<string, Write>> = {
  'headers, one byte after the other': endless('HTTP/1.1 200 OK\r\nX-Slow: ', 'a'),
  'one header after the other': endless('HTTP/1.1 200 OK\r\n', 'X-Slow: a\r\n', 20),
  'white space as a sign of life': endless(CHUNKED, '1\r\n \r\n'),
  'comments of server-sent events': endless(
    CHUNKED.replace('\r\n\r\n', '\r\nContent-Type: text/event-stream\r\n\r\n'),
    '3\r\n:\n\n\r\n',
  ),
  'interim responses': endless('', 'HTTP/1.1 103 Early Hints\r\nLink: </a>\r\n\r\n'),
  'trailers without an end': endless(`${CHUNKED}${PAGE.length.toString(16)}\r\n${PAGE}\r\n0\r\n`, 'X-Slow: a\r\n', 20),
};

test.concurrent.each(
  Object.entries(WAYS).flatMap(([way, configOf]) =>
    Object.entries(ENDLESS).map(([what, write]) => ({ way, configOf, what, write })),
  ),
)('a service that sends $what is left when the timeout is over, with $way', async ({ configOf, write }) => {
  for (const service of [await startRaw(write), await startRaw(() => http('200 OK', PAGE), write)]) {
    await using running = service;
    const connection = await idSdk.connect({ ...running.config, ...configOf(), timeout: 200 });
    // The platform's fetch may fail at once, for example at an interim response.
    expect((await failureOf(connection.getUsers())).name).toMatch(/^(Timeout|Connection)Error$/);
  }
});

const FAILING: Readonly<Record<string, Write>> = {
  'a length that is negative': () => `HTTP/1.1 200 OK\r\nContent-Length: -1\r\n\r\n${TOKEN}`,
  'a length that is too great': () => `HTTP/1.1 200 OK\r\nContent-Length: ${PAGE.length + 9}\r\n\r\n${PAGE}`,
  'a length that is too small': () =>
    `HTTP/1.1 200 OK\r\nContent-Length: 5\r\nConnection: close\r\n\r\n${PAGE}${TOKEN}`,
  'a length beside chunks': () => CHUNKED.replace('\r\n', '\r\nContent-Length: 9\r\n') + TOKEN,
  'secrets in the extension of a chunk that breaks': () => `${CHUNKED}2;token=${TOKEN}\r\n{"\r\nz;${TOKEN}\r\n`,
  'a redirect to another origin': () => http('307 Temporary', TOKEN, 'Location: http://localhost:9/'),
  'a redirect to itself': () => http('302 Found', '', 'Location: /api/v1/institutions/me/users'),
  'the secret in a cookie': () => http('400 Bad', 'x', `Set-Cookie: a=${TOKEN}`, `Set-Cookie2: b=${TOKEN}`),
  'a huge header': () => http('400 Bad', 'x', `X-Huge: ${TOKEN.repeat(2_000)}`),
  'thousands of headers': () => http('400 Bad', 'x', ...Array.from({ length: 3_000 }, (_, n) => `x-${n}: ${TOKEN}`)),
  'invalid UTF-8 around a secret': () =>
    http('400 Bad', Buffer.concat([Buffer.from([0xff, 0xc0, 0x80]), Buffer.from(TOKEN), Buffer.from([0xed, 0xa0])])),
  'a secret in UTF-16': () => http('400 Bad', Buffer.from(TOKEN, 'utf16le')),
  'details nested 200,000 times': () =>
    http('400 Bad', `{"details":${'['.repeat(200_000)}"${TOKEN}"${']'.repeat(200_000)}}`),
  'members of prototypes': () =>
    http('400 Bad', `{"__proto__":{"message":"${TOKEN}"},"constructor":"a","error":{"__proto__":{"code":"${TOKEN}"}}}`),
  'the same member twice': () => http('400 Bad', `{"message":"a","message":"${TOKEN}","error":"b","error":"${TOKEN}"}`),
  'an error that is a number': () => http('400 Bad', '{"error":1e999,"message":[],"details":0}'),
  'status 999': () => http('999 Odd', TOKEN),
  'a success without a body': () => http('205 Reset'),
};

test.concurrent.each(
  Object.entries(WAYS).flatMap(([way, configOf]) =>
    Object.entries(FAILING).map(([what, write]) => ({ way, configOf, what, write })),
  ),
)('$what is an error without a secret, with $way', async ({ configOf, write }) => {
  await using service = await startRaw(write);
  const connection = await idSdk.connect({ ...service.config, ...configOf(), timeout: 60_000 });
  const failure = await failureOf(connection.getUsers());
  expect(failure).toBeInstanceOf(APIError);
  expect(failure.name).not.toBe('TimeoutError');
  const shown = inspect(failure, { depth: 9, showHidden: true }) + JSON.stringify(failure);
  for (const secret of [TOKEN, SECRET, Buffer.from(TOKEN, 'utf16le').toString()]) expect(shown).not.toContain(secret);
  // A redirect is not followed: one token, one page.
  expect(service.requests).toHaveLength(2);
});

test('an error has the status of a response whose details are nested too deep to be copied', async () => {
  await using service = await startRaw(FAILING['details nested 200,000 times']!);
  expect(await failureOf((await idSdk.connect(service.config)).getUsers())).toMatchObject({ status: 400 });
});

test.each([-1, -1e300, 0, 1e-9, 1e300, '"NaN"', '"-5"', '[]', 'null', 'true', '1e999'])(
  'a token with expires_in: %s serves a call, and costs no second token request for it',
  async (lifetime) => {
    const issue: Write = () => http('200 OK', `{"access_token":"${TOKEN}","expires_in":${lifetime}}`);
    await using service = await startRaw(() => http('200 OK', PAGE), issue);
    const connection = await idSdk.connect({ ...service.config, timeout: 60_000 });
    expect((await connection.getUsers()).items).toEqual([]);
    expect(service.requests).toHaveLength(2);
  },
);

test.each(['""', '" "', 'null', '{}', `"${TOKEN}\\r\\nX-Evil: a"`, `"${TOKEN}é"`])(
  'a token response whose access_token is %s is a clear error',
  async (token) => {
    await using service = await startRaw(
      () => http('200 OK', PAGE),
      () => http('200 OK', `{"access_token":${token},"token_type":"MAC","expires_in":60}`),
    );
    const failure = await failureOf((await idSdk.connect(service.config)).getUsers());
    expect(failure.message).toContain('because the body has no valid access_token');
    expect(inspect(failure, { depth: 9 })).not.toContain(TOKEN);
  },
);

test('members named like those of prototypes are data', async () => {
  const item = '{"id":"1","__proto__":{"email":"a"},"constructor":"b","toString":"c"}';
  await using service = await startRaw(
    () => http('200 OK', `{"items":[${item}],"pagination":{"total":1,"total":1}}`),
    issueToken,
  );
  const [user] = await (await idSdk.connect(service.config)).iterateUsers().toArray();
  expect(JSON.stringify(user)).toBe(item);
  expect(user!.email).toBeUndefined();
  expect('email' in {}).toBe(false);
});
