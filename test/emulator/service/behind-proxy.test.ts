/** An emulator that clients reach through a proxy, or by a name with dots. */

import { once } from 'node:events';
import { createServer, request, type IncomingMessage, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import express from 'express';
import { expect, test } from 'vitest';
import { createEmulatorApp, startEmulator } from '../../../src/index.js';
import { cast } from '../../cast.js';

const PUBLIC = 'https://identity.example.com/emulator';

/** With any headers, which `fetch` does not send. */
async function send(
  url: string,
  headers: Readonly<Record<string, string>> = {},
  { method = 'GET', json }: { readonly method?: string; readonly json?: object } = {},
): Promise<{ readonly status: number; readonly headers: IncomingMessage['headers']; readonly body: string }> {
  const sent = request(url, { method, headers: { ...headers, ...(json && { 'content-type': 'application/json' }) } });
  sent.end(json && JSON.stringify(json));
  const [response] = (await once(sent, 'response')) as [IncomingMessage];
  return { status: response.statusCode!, headers: response.headers, body: await text(response) };
}

interface ServedContract {
  readonly servers: readonly { readonly url: string }[];
  readonly components: {
    readonly securitySchemes: Readonly<Record<string, { flows: { clientCredentials: { tokenUrl: string } } }>>;
  };
}

/** Every URL in responses to a request with these headers, up to the path that the emulator added. */
async function addressesIn(localUrl: string, headers: Readonly<Record<string, string>>): Promise<string[]> {
  const json = { contractId: cast('Ben').credentials[0]!.contractId };
  const form = new URLSearchParams({
    grant_type: 'client_credentials',
    client_id: 'demo-institution',
    client_secret: 'demo-secret',
  });
  const issued = (await (await fetch(`${localUrl}/oauth/token`, { method: 'POST', body: form })).json()) as {
    access_token: string;
  };
  const authorization = `Bearer ${issued.access_token}`;
  const link = await send(
    `${localUrl}/api/v1/verification/generate-link`,
    { ...headers, authorization },
    { method: 'POST', json },
  );
  const read = async (path: string): Promise<unknown> =>
    JSON.parse((await send(`${localUrl}/_emulator/${path}`, headers)).body);
  const { verificationUrl } = JSON.parse(link.body) as { verificationUrl: string };
  const { url, apiUrl, tokenUrl } = (await read('sandboxes/default')) as Record<'url' | 'apiUrl' | 'tokenUrl', string>;
  const service = (await read('openapi.json')) as ServedContract;
  const control = (await read('control.json')) as ServedContract;
  const urls = [
    [verificationUrl.replace(/[^/]+$/, ''), '/verify/'],
    [url, ''],
    [apiUrl, '/api/v1'],
    [tokenUrl, '/oauth/token'],
    [service.servers[0]!.url, ''],
    [service.components.securitySchemes['bearerToken']!.flows.clientCredentials.tokenUrl, '/oauth/token'],
    [control.servers[0]!.url, '/_emulator'],
  ] as const;
  return [...new Set(urls.map(([found, path]) => found.replace(new RegExp(`${path}$`), '').replace(/\/$/, '')))];
}

test('publicUrl is what every URL begins with', async () => {
  await using emulator = await startEmulator({ publicUrl: `${PUBLIC}/` });
  const { url, apiUrl, tokenUrl, defaultSandbox } = emulator;
  expect([url, apiUrl, tokenUrl, defaultSandbox.apiUrl]).toEqual([
    PUBLIC,
    `${PUBLIC}/api/v1`,
    `${PUBLIC}/oauth/token`,
    `${PUBLIC}/api/v1`,
  ]);
  expect(await addressesIn(emulator.localUrl, {})).toEqual([PUBLIC]);
});

test('an app that is mounted into another one has the public URL, too', async () => {
  await using server = await serving(
    express().use('/identity', createEmulatorApp({ publicUrl: 'https://identity.example.com/identity' })),
  );
  expect(await addressesIn(`${server.url}/identity`, {})).toEqual(['https://identity.example.com/identity']);
});

test('the headers of proxies are ignored', async () => {
  await using emulator = await startEmulator();
  const headers = { 'x-forwarded-proto': 'https', 'x-forwarded-host': 'identity.example.com' };
  expect(await addressesIn(emulator.localUrl, headers)).toEqual([emulator.url]);
});

test('a foreign host is refused, and the refusal names the option that allows it', async () => {
  await using emulator = await startEmulator();
  const { status, body } = await send(`${emulator.url}/_emulator/sandboxes`, { host: 'id.example.com:80' });
  expect(status).toBe(403);
  expect(body).toContain('--allowed-host id.example.com.');
});

test.each([
  [{ allowedHosts: ['id.example.com'] }, 'ID.example.com:8080', 200],
  [{ allowedHosts: ['id.example.com'] }, 'other.example.com', 403],
  [{ allowedHosts: ['*.example.com'] }, 'id.example.com', 200],
  [{ allowedHosts: ['*.example.com'] }, 'example.com', 403],
  [{ allowedHosts: ['*.example.com'] }, 'evilexample.com', 403],
  [{ publicUrl: PUBLIC }, 'identity.example.com', 200],
])('with %j, a request for the host %s gets %i', async (options, host, expected) => {
  await using emulator = await startEmulator(options);
  expect((await send(`${emulator.localUrl}/_emulator/sandboxes`, { host })).status).toBe(expected);
});

test('a page that the proxy serves under the public URL may call the control plane', async () => {
  await using emulator = await startEmulator({ publicUrl: PUBLIC });
  const status = async (origin: string) => (await send(`${emulator.localUrl}/_emulator/sandboxes`, { origin })).status;
  expect(await status('https://identity.example.com')).toBe(200);
  expect(await status('https://evil.example.com')).toBe(403);
});

test('the health is answered under every host', async () => {
  await using emulator = await startEmulator();
  expect((await send(`${emulator.url}/_emulator/health`, { host: 'probe.example.com' })).status).toBe(200);
});

test('cors lets pages of these origins read every response of the service', async () => {
  await using emulator = await startEmulator({ cors: ['https://app.example.com', 'http://localhost:5173'] });
  const url = `${emulator.apiUrl}/institutions/me/users`;
  expect(await send(url, { origin: 'http://localhost:5173' })).toMatchObject({
    status: 401,
    headers: {
      'access-control-allow-origin': 'http://localhost:5173',
      'access-control-expose-headers': '*',
      vary: 'Origin',
    },
  });
  const { headers } = await send(url, { origin: 'http://localhost:5174' });
  expect(headers).not.toHaveProperty('access-control-allow-origin');
  expect(headers).toHaveProperty('vary', 'Origin');
});

test('cors responds to preflights, and no journal has them', async () => {
  await using emulator = await startEmulator({ cors: ['*'] });
  const preflight = {
    origin: 'https://app.example.com',
    'access-control-request-method': 'GET',
    'access-control-request-headers': 'authorization,emulator-scenario',
  };
  expect(await send(`${emulator.apiUrl}/institutions/me/users`, preflight, { method: 'OPTIONS' })).toMatchObject({
    status: 204,
    headers: {
      'access-control-allow-origin': '*',
      'access-control-allow-headers': 'authorization,emulator-scenario',
      'access-control-allow-methods': expect.stringContaining('GET') as string,
    },
  });
  expect(emulator.defaultSandbox.requests()).toEqual([]);
});

test('cors does not open the control plane to web pages', async () => {
  await using emulator = await startEmulator({ cors: ['*'] });
  const response = await send(`${emulator.url}/_emulator/sandboxes`, { origin: 'https://app.example.com' });
  expect(response.status).toBe(403);
  expect(response.headers).not.toHaveProperty('access-control-allow-origin');
});

test('without cors, no response has headers of CORS, and a preflight gets what the service sends', async () => {
  await using emulator = await startEmulator();
  const preflight = { origin: 'https://app.example.com', 'access-control-request-method': 'GET' };
  const response = await send(`${emulator.apiUrl}/institutions/me/users`, preflight, { method: 'OPTIONS' });
  expect(response.status).toBe(405);
  expect(response.headers).not.toHaveProperty('access-control-allow-origin');
});

test('values that cannot be used are refused with what is expected', async () => {
  const options = { publicUrl: 'identity.example.com', cors: ['https://app.example.com/'], allowedHosts: ['a:80'] };
  await expect(startEmulator(options)).rejects.toThrow(
    /publicUrl: expected a URL as in .*cors: expected origins as in .*allowedHosts: expected names of hosts without a port/s,
  );
});

async function serving(app: RequestListener): Promise<AsyncDisposable & { readonly url: string }> {
  const server = createServer(app).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    [Symbol.asyncDispose]: async () => {
      server.close();
      server.closeAllConnections();
      await once(server, 'close');
    },
  };
}
