/** An emulator with TLS. */

import { once } from 'node:events';
import { Agent, get } from 'node:https';
import { text } from 'node:stream/consumers';
import { connect as connectTls } from 'node:tls';
import { X509Certificate } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startEmulator, type Emulator } from '../../../src/index.js';

let emulator: Emulator;
let agent: Agent;

beforeAll(async () => {
  emulator = await startEmulator({ tls: true });
  agent = new Agent({ ca: emulator.authority!, keepAlive: true });
});

afterAll(async () => {
  agent.destroy();
  await emulator.close();
});

async function responseTo(
  url: string,
  headers: Record<string, string> = {},
): Promise<{ status: number; body: string }> {
  const [response] = (await once(get(url, { agent, headers }), 'response')) as [IncomingMessage];
  return { status: response.statusCode!, body: await text(response) };
}

function bearer(): Record<string, string> {
  return { Authorization: `Bearer ${emulator.defaultSandbox.accessToken().accessToken}` };
}

test.each(['localhost', '127.0.0.1'])('a client that trusts the authority reaches the emulator as %s', async (host) => {
  const url = emulator.apiUrl.replace('127.0.0.1', host);
  expect(await responseTo(`${url}/institutions/me/users`, bearer())).toMatchObject({ status: 200 });
});

test('a client that does not trust the authority is not connected', async () => {
  await expect(fetch(emulator.url)).rejects.toMatchObject({
    cause: { code: expect.stringMatching(/^(?:UNABLE_TO_VERIFY_LEAF_SIGNATURE|SELF_SIGNED_CERT_IN_CHAIN)$/) as string },
  });
});

test('every address of the emulator begins with https', async () => {
  const { url, apiUrl, tokenUrl, defaultSandbox } = emulator;
  expect([url, apiUrl, tokenUrl, defaultSandbox.apiUrl].filter((address) => !address.startsWith('https://'))).toEqual(
    [],
  );
  const [alice] = defaultSandbox.world.parties({ limit: 1 }).items;
  const { verificationUrl } = defaultSandbox.verificationLink(alice!.credentials[0]!.contractId);
  expect(await responseTo(verificationUrl)).toMatchObject({ status: 200 });
});

test('the certificate holds for the names of this machine, and for 397 days from yesterday', async () => {
  const { port } = new URL(emulator.url);
  const socket = connectTls({ host: '127.0.0.1', port: Number(port), ca: emulator.authority! });
  await once(socket, 'secureConnect');
  const { subjectAltName, validFrom, validTo } = new X509Certificate(socket.getPeerX509Certificate()!.raw);
  socket.destroy();
  expect(subjectAltName).toBe('DNS:localhost, IP Address:127.0.0.1, IP Address:0:0:0:0:0:0:0:1');
  expect(Date.parse(validTo) - Date.parse(validFrom)).toBe(397 * 86_400_000);
});

test('connection-reset resets the TCP connection below TLS', async () => {
  const { port } = new URL(emulator.url);
  const socket = connectTls({
    host: '127.0.0.1',
    port: Number(port),
    ca: emulator.authority!,
    servername: 'localhost',
  });
  // A connection that is closed in order gives "end", and no error.
  const failure = once(socket, 'end').catch((error: unknown) => (error as NodeJS.ErrnoException).code);
  const { Authorization } = bearer();
  socket.write(
    `GET /api/v1/institutions/me/users HTTP/1.1\r\nHost: localhost\r\nAuthorization: ${Authorization!}\r\nEmulator-Scenario: connection-reset\r\n\r\n`,
  );
  socket.resume();
  expect(await failure).toBe('ECONNRESET');
});

test('the journal numbers the connections of clients with TLS', async () => {
  using sandbox = emulator.sandbox();
  const headers = { Authorization: `Bearer ${sandbox.accessToken().accessToken}` };
  await responseTo(`${sandbox.apiUrl}/institutions/me/users`, headers);
  await responseTo(`${sandbox.apiUrl}/institutions/me/users`, headers);
  const [first, second] = sandbox.requests().map(({ connection }) => connection!);
  expect(second).toMatchObject({ id: first!.id, request: first!.request + 1 });
});
