/** The proxy passes messages on unchanged. */

import { request as sendRequest, type IncomingMessage } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { startProxy } from '../../../src/upstream/proxy/start-proxy.js';
import { startServer } from './proxied.js';

const PAGE = JSON.stringify({ items: [{ partyId: 'p' }], pagination: { offset: 0, limit: 10, total: 1 } });

test.each([
  ['gzip', gzipSync(PAGE)],
  ['br', brotliCompressSync(PAGE)],
])('a response in %s is passed on unchanged and validated', async (coding, bytes) => {
  await using upstream = await startServer((_, res) =>
    res.writeHead(200, { 'Content-Type': 'application/json', 'Content-Encoding': coding }).end(bytes),
  );
  await using proxy = await startProxy({ upstream: upstream.url, tokenUpstream: upstream.url, probe: false });
  const response = await ask(`${proxy.apiUrl}/institutions/me/credentials`);
  expect(await buffer(response)).toEqual(bytes);
  expect(response.headers['content-encoding']).toBe(coding);
  expect(response.headers['sl-violations']).toContain('"code":"required"');
});

test('a body that cannot be decoded is reported', async () => {
  await using upstream = await startServer((_, res) =>
    res.writeHead(200, { 'Content-Type': 'application/json', 'Content-Encoding': 'gzip' }).end(PAGE),
  );
  await using proxy = await startProxy({ upstream: upstream.url, tokenUpstream: upstream.url, probe: false });
  const response = await ask(`${proxy.apiUrl}/institutions/me/credentials`);
  expect((await buffer(response)).toString()).toBe(PAGE);
  expect(response.headers['emulator-diagnostic']).toContain('cannot be decoded');
});

test('a compressed body that is too large when decoded is rejected', async () => {
  await using upstream = await startServer((_, res) =>
    res
      .writeHead(200, { 'Content-Type': 'application/json', 'Content-Encoding': 'gzip' })
      .end(gzipSync(Buffer.alloc(2_000_000))),
  );
  await using proxy = await startProxy({
    upstream: upstream.url,
    tokenUpstream: upstream.url,
    probe: false,
    maxBody: 1_000_000,
  });
  expect((await ask(`${proxy.apiUrl}/institutions/me/users`)).statusCode).toBe(502);
});

test('the path, the body and repeated headers are passed on unchanged', async () => {
  const seen: { url: string; body: string; host: string; via: string }[] = [];
  await using upstream = await startServer((req, res) => {
    void buffer(req).then((body) => {
      seen.push({ url: req.url!, body: body.toString(), host: req.headers.host!, via: req.headers.via! });
      res
        .writeHead(401, { 'Set-Cookie': ['a=1', 'b=2'], 'Content-Type': 'application/json' })
        .end('{ "error":  "unauthorized", "message": "No." }');
    });
  });
  await using proxy = await startProxy({
    upstream: `${upstream.url}/before/api/v1/`,
    tokenUpstream: upstream.url,
    probe: false,
  });
  const target = '/api/v1/institutions/../me/users?limit=%31&x=a+b%20c';
  const response = await ask(
    proxy.url,
    { method: 'POST', path: target, headers: { 'Content-Type': 'application/json' } },
    '{ "a":1 }\n',
  );
  expect(seen).toEqual([
    { url: `/before${target}`, body: '{ "a":1 }\n', host: new URL(upstream.url).host, via: '1.1 id-emulator' },
  ]);
  expect(response.headers['set-cookie']).toEqual(['a=1', 'b=2']);
  expect((await buffer(response)).toString()).toBe('{ "error":  "unauthorized", "message": "No." }');
});

function ask(url: string, options: object = {}, body = ''): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    sendRequest(url, options, resolve).on('error', reject).end(body);
  });
}
