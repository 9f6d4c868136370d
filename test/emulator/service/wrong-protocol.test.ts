/** Clients that do not speak the protocol of the port are counted and reported, though no journal has a request of them. */

import { once } from 'node:events';
import { get } from 'node:http';
import { connect as connectHttp2 } from 'node:http2';
import { connect, type Socket } from 'node:net';
import { connect as connectTls } from 'node:tls';
import { expect, test } from 'vitest';
import { type Emulator, type EmulatorOptions, startEmulator } from '../../../src/index.js';

interface WatchedEmulator extends AsyncDisposable {
  readonly emulator: Emulator;
  readonly port: number;
  readonly reports: readonly string[];
}

async function watchedEmulator(options: EmulatorOptions = {}): Promise<WatchedEmulator> {
  const reports: string[] = [];
  const emulator = await startEmulator(options, { onWarning: (message) => reports.push(message) });
  const port = Number(new URL(emulator.url).port);
  return { emulator, port, reports, [Symbol.asyncDispose]: () => emulator.close() };
}

/** Sends the pieces, each as a packet of its own, and waits until the emulator has closed the connection. */
async function send(port: number, ...pieces: readonly (string | Buffer)[]): Promise<string> {
  const socket = connect({ port, host: '127.0.0.1', noDelay: true });
  let response = '';
  socket.on('error', () => undefined).on('data', (bytes: Buffer) => (response += bytes.toString()));
  await once(socket, 'connect');
  for (const piece of pieces) {
    await new Promise((resolve) => socket.write(piece, resolve));
    await new Promise(setImmediate);
  }
  socket.end();
  await closed(socket);
  return response;
}

async function closed(socket: Socket): Promise<void> {
  if (!socket.closed) await new Promise((resolve) => socket.once('close', resolve));
}

/** The first bytes of a client of TLS 1.2 or newer (RFC 8446 section 5.1), as far as a port scanner sends them. */
const HALF_HELLO = Buffer.from([0x16, 0x03, 0x01, 0x02, 0x00, 0x01]);
const PREFACE = 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n';

test.each([
  ['tls', 'half a TLS hello', [HALF_HELLO]],
  ['tls', 'half a TLS hello in single bytes', [...HALF_HELLO].map((byte) => Buffer.from([byte]))],
  ['http2', 'the preface of HTTP/2', [PREFACE, Buffer.alloc(9)]],
  ['http2', 'the preface of HTTP/2 in two packets', ['PRI', PREFACE.slice(3)]],
])('%s: %s to the plain port is counted and reported once', async (reason, _, pieces) => {
  await using watched = await watchedEmulator();
  await send(watched.port, ...pieces);
  expect(watched.emulator.refusedConnections()).toEqual({ [reason]: 1 });
  expect(watched.reports).toEqual([expect.stringMatching(/^a connection from 127\.0\.0\.1:\d+ [^\n]*; [^\n]*$/)]);
  expect(watched.emulator.defaultSandbox.requests()).toEqual([]);
});

test('a client of TLS at the plain port is counted', async () => {
  await using watched = await watchedEmulator();
  await expect(fetch(watched.emulator.url.replace('http:', 'https:'))).rejects.toThrow();
  expect(watched.emulator.refusedConnections()).toEqual({ tls: 1 });
  expect(watched.reports[0]).toContain('spoke TLS to the plain port; use http:');
});

test('a client of HTTP/2 at the plain port is counted', async () => {
  await using watched = await watchedEmulator();
  const client = connectHttp2(watched.emulator.url);
  await once(client, 'error');
  expect(watched.emulator.refusedConnections()).toEqual({ http2: 1 });
});

test('a client that offers HTTP/2 beside HTTP/1.1, as that of Java does, is served by HTTP/1.1', async () => {
  await using watched = await watchedEmulator();
  const head = ['GET /_emulator/health HTTP/1.1', 'Host: localhost', 'Connection: Upgrade, HTTP2-Settings, close'];
  const response = await send(
    watched.port,
    [...head, 'Upgrade: h2c', 'HTTP2-Settings: AAMAAABkAAQCAAAAAAIAAAAA', '', ''].join('\r\n'),
  );
  expect(response).toMatch(/^HTTP\/1\.1 200 /);
  expect(watched.emulator.refusedConnections()).toEqual({});
});

test.each([
  ['no byte', []],
  ['no byte but line breaks', ['\r\n\r\n']],
])('a client that sends %s to the plain port and leaves is not counted', async (_, pieces) => {
  await using watched = await watchedEmulator();
  await send(watched.port, ...pieces);
  expect([watched.emulator.refusedConnections(), watched.reports]).toEqual([{}, []]);
});

test.each([
  [{ 'plain-http': 1 }, 'plain HTTP', ['GET / HTTP/1.1\r\nHost: a\r\n\r\n']],
  [{ handshake: 1 }, 'the preface of HTTP/2', [PREFACE]],
  [{ handshake: 1 }, 'half a TLS hello', [HALF_HELLO]],
  [{ handshake: 1 }, 'garbage', ['hello world\r\n']],
  [{}, 'nothing', []],
])('%j: %s to the TLS port', async (counts, _, pieces) => {
  await using watched = await watchedEmulator({ tls: true });
  await send(watched.port, ...pieces);
  await expect.poll(() => watched.emulator.refusedConnections()).toEqual(counts);
  expect(watched.reports).toHaveLength(Object.keys(counts).length);
});

test('a client that does not trust the certificate is counted', async () => {
  await using watched = await watchedEmulator({ tls: true });
  await expect(fetch(watched.emulator.url)).rejects.toThrow();
  await expect.poll(() => watched.emulator.refusedConnections()).toEqual({ handshake: 1 });
  expect(watched.reports[0]).toContain("let the client trust the emulator's certificate");
});

test('a client of plain HTTP at the TLS port is counted', async () => {
  await using watched = await watchedEmulator({ tls: true });
  await once(get(watched.emulator.url.replace('https:', 'http:')), 'error');
  expect(watched.emulator.refusedConnections()).toEqual({ 'plain-http': 1 });
});

test('a client that speaks nothing but HTTP/2 by TLS is counted', async () => {
  await using watched = await watchedEmulator({ tls: true });
  await once(connectHttp2(watched.emulator.url, { ca: watched.emulator.authority! }), 'error');
  await expect.poll(() => watched.emulator.refusedConnections()).toEqual({ http2: 1 });
});

test('a client that trusts the certificate and then sends garbage has an exchange, and is not counted', async () => {
  await using watched = await watchedEmulator({ tls: true });
  const socket = connectTls({ port: watched.port, host: '127.0.0.1', ca: watched.emulator.authority! });
  socket.on('error', () => undefined).resume();
  socket.end('hello\r\n');
  await closed(socket);
  expect(watched.emulator.refusedConnections()).toEqual({});
  expect(watched.emulator.defaultSandbox.requests()).toMatchObject([{ id: 0.001, status: 400, brokenHttp: 'refused' }]);
});

test('a client that tries for ever floods neither the log nor the journal', async () => {
  await using watched = await watchedEmulator();
  await fetch(`${watched.emulator.url}/nowhere`);
  for (let nth = 0; nth < 101; nth += 1) await send(watched.port, 'hello\r\n');
  const ids = watched.emulator.defaultSandbox.requests().map(({ id }) => id);
  expect([ids.length, ids[0], ids[1], ids.at(-1)]).toEqual([101, 1, 1.002, 1.101]);
  expect(watched.reports).toHaveLength(11);
  expect(watched.reports[10]).toMatch(/^#1\.1 .* 400 {2}what was sent does not begin with a request line/);
});

test('a sandbox gets what HTTP refuses of the client with its token, and no rule of the judge looks at it', async () => {
  await using watched = await watchedEmulator();
  const sandbox = watched.emulator.sandbox();
  const head = `Host: a\r\nAuthorization: Bearer ${sandbox.accessToken().accessToken}\r\n`;
  await send(watched.port, `GET /${'a'.repeat(17_000)} HTTP/1.1\r\n${head}\r\n`);
  expect(sandbox.requests()).toMatchObject([{ id: 0.001, status: 414, clientId: sandbox.clientId }]);
  expect(watched.emulator.defaultSandbox.requests()).toEqual([]);
  expect(sandbox.behaviour()).toMatchObject({ exchanges: 0, passed: false });
});

test('the secrets of a message that no parser takes are removed', async () => {
  await using watched = await watchedEmulator();
  const { clientId, clientSecret } = watched.emulator.defaultSandbox;
  const basic = Buffer.from(`${clientId}:${clientSecret}`).toString('base64');
  await send(
    watched.port,
    `get /oauth?client_secret=${clientSecret} HTTP/1.1\r\nAuthorization: Basic ${basic}\r\nCookie: a=b\r\n\r\n`,
  );
  const shown = JSON.stringify(watched.emulator.defaultSandbox.requests());
  expect(shown).toContain('Authorization: Basic ');
  for (const secret of [clientSecret, basic, 'a=b']) expect(shown).not.toContain(secret);
});

test('the control plane shows the counts, and a reset of the emulator removes them', async () => {
  await using watched = await watchedEmulator();
  await send(watched.port, HALF_HELLO);
  const refused = async (): Promise<unknown> => {
    const health = await fetch(`${watched.emulator.url}/_emulator/health`);
    return ((await health.json()) as { refusedConnections: unknown }).refusedConnections;
  };
  expect(await refused()).toEqual({ tls: 1 });
  await fetch(`${watched.emulator.url}/_emulator/reset`, { method: 'POST' });
  expect(await refused()).toEqual({});
});
