/** Connection failures are reported at start, and with problem details later. */

import { createServer as createSecureServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { ProxyOptions } from '../../../src/upstream/proxy/proxy-options.js';
import { type Proxy, startProxy } from '../../../src/upstream/proxy/start-proxy.js';
import { temporaryFolder } from '../../cli/temporary-folder.js';
import { CERTIFICATE, PRIVATE_KEY } from './certificate.js';
import { journalOf, startServer, type RunningServer } from './proxied.js';

const USERS = '/api/v1/institutions/me/users';

test('an upstream where nothing listens is reported at start', async () => {
  const url = await deadAddress();
  await expect(startProxy({ upstream: url, tokenUpstream: `${url}/oauth/token` })).rejects.toMatchObject({
    name: 'UpstreamError',
    message: expect.stringMatching(/^--upstream: 127\.0\.0\.1:\d+: .*refused/) as string,
  });
});

test('a token endpoint where nothing listens is reported at start', async () => {
  await using upstream = await startServer((_, res) => res.writeHead(401).end());
  await expect(
    startProxy({ upstream: upstream.url, tokenUpstream: `${await deadAddress()}/oauth/token` }),
  ).rejects.toThrow(/^--token-upstream: .*refused/);
});

test('an upstream that redirects is reported at start with its target', async () => {
  await using upstream = await startServer((_, res) =>
    res.writeHead(301, { Location: 'https://me:s3same@elsewhere.example.com/api?session=7' }).end(),
  );
  await expect(startProxy(addressesOf(upstream))).rejects.toThrow(
    /redirects \(301\) to https:\/\/elsewhere\.example\.com\/api;/,
  );
});

test.each([
  ['responses without a token', 200, /not the service/],
  ['has no such path', 404, /404/],
])('an upstream that %s is reported at start as not the service', async (_name, status, reason) => {
  await using upstream = await startServer((_req, res) => res.writeHead(status).end());
  await expect(startProxy(addressesOf(upstream))).rejects.toThrow(reason);
});

test('an untrusted certificate is reported at start; --ca makes it trusted', async () => {
  const server = createSecureServer({ key: PRIVATE_KEY, cert: CERTIFICATE }, (_, res) => res.writeHead(401).end());
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = `https://localhost:${(server.address() as AddressInfo).port}`;
  await using folder = await temporaryFolder({ 'ca.pem': CERTIFICATE });
  const addresses = { upstream: url, tokenUpstream: `${url}/oauth/token` };
  await expect(startProxy(addresses)).rejects.toThrow(/--upstream: .*--ca/);
  const proxy = await startProxy({ ...addresses, ca: join(folder.path, 'ca.pem') });
  expect((await fetch(proxy.url + USERS)).status).toBe(401);
  await proxy.close();
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
});

test('an upstream that stops later results in 502', async () => {
  const url = await deadAddress();
  await using proxy = await proxyTo({ upstream: url, tokenUpstream: url });
  await expect(problemOf(proxy)).resolves.toMatchObject({
    status: 502,
    title: 'No response',
    detail: expect.stringContaining('refused') as string,
  });
});

test('an upstream that closes the connection during its response results in a broken response', async () => {
  await using upstream = await startServer((_, res) => {
    res.writeHead(200, { 'Content-Length': 100 });
    res.write('{', () => res.destroy());
  });
  await using proxy = await proxyTo(addressesOf(upstream));
  const response = await fetch(proxy.url + USERS);
  expect(response.status).toBe(200);
  await expect(response.text()).rejects.toThrow();
  expect((await journalOf(proxy)).at(-1)).toMatchObject({
    status: 200,
    response: { ending: 'cut' },
    diagnostics: [expect.any(String), expect.stringContaining('its end did not come')],
  });
});

test('with --errors, an upstream that closes the connection during its response results in 502', async () => {
  await using upstream = await startServer((_, res) => {
    res.writeHead(200, { 'Content-Length': 100 });
    res.write('{', () => res.destroy());
  });
  await using proxy = await proxyTo({ ...addressesOf(upstream), errors: true });
  await expect(problemOf(proxy)).resolves.toMatchObject({
    status: 502,
    detail: expect.stringContaining('complete') as string,
  });
});

test('an upstream that never responds results in 504', async () => {
  await using upstream = await startServer(() => undefined);
  await using proxy = await proxyTo({ ...addressesOf(upstream), timeout: 50 });
  await expect(problemOf(proxy)).resolves.toMatchObject({
    status: 504,
    detail: expect.stringContaining('50 ms') as string,
  });
});

test.each([
  ['announces its length', { 'Content-Length': '5000' }],
  ['does not announce its length', {}],
])(
  'with --errors, a response that is too large and %s results in 502 and is not read completely',
  async (_, headers: Record<string, string>) => {
    await using upstream = await startServer((__, res) => {
      res.writeHead(200, headers).write('x'.repeat(1_500));
    });
    await using proxy = await proxyTo({ ...addressesOf(upstream), maxBody: 1_000, errors: true });
    await expect(problemOf(proxy)).resolves.toMatchObject({
      status: 502,
      title: 'Response too large',
      detail: expect.stringContaining('1000 bytes') as string,
    });
  },
);

test('a response that is too large to be validated is passed on', async () => {
  await using upstream = await startServer((_, res) => res.writeHead(200).end('x'.repeat(1_500)));
  await using proxy = await proxyTo({ ...addressesOf(upstream), maxBody: 1_000 });
  expect(await (await fetch(proxy.url + USERS)).text()).toHaveLength(1_500);
  expect((await journalOf(proxy)).at(-1)!.diagnostics.at(-1)).toContain('--max-body');
});

test('a request that is too large results in 413', async () => {
  await using upstream = await startServer((_, res) => res.writeHead(401).end());
  await using proxy = await proxyTo({ ...addressesOf(upstream), maxBody: 1_000 });
  const response = await fetch(`${proxy.apiUrl}/verification/generate-link`, {
    method: 'POST',
    body: 'x'.repeat(1_001),
  });
  expect(response.status).toBe(413);
});

test('a redirect is passed on unchanged and reported', async () => {
  const asked: string[] = [];
  await using upstream = await startServer((req, res) => {
    asked.push(req.url!);
    res.writeHead(302, { Location: '/elsewhere' }).end();
  });
  await using proxy = await proxyTo(addressesOf(upstream));
  const response = await fetch(proxy.url + USERS, { redirect: 'manual' });
  expect(response.status).toBe(302);
  expect(response.headers.get('location')).toBe('/elsewhere');
  expect(response.headers.get('emulator-diagnostic')).toContain('redirects (302)');
  expect(asked).toEqual([USERS]);
});

async function problemOf(proxy: Proxy): Promise<unknown> {
  const response = await fetch(proxy.url + USERS, { headers: { Authorization: 'Bearer abc' } });
  expect(response.headers.get('content-type')).toBe('application/problem+json');
  expect(response.headers.get('emulator-diagnostic')).not.toBeNull();
  return await response.json();
}

function proxyTo(options: ProxyOptions): Promise<Proxy> {
  return startProxy({ ...options, probe: false });
}

function addressesOf({ url }: RunningServer): { upstream: string; tokenUpstream: string } {
  return { upstream: `${url}/api/v1/`, tokenUpstream: `${url}/oauth/token` };
}

/** The address of a server that has ended. */
async function deadAddress(): Promise<string> {
  await using server = await startServer(() => undefined);
  return server.url;
}
