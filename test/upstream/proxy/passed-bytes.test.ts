/** The proxy passes messages on unchanged. */

import { once } from 'node:events';
import { request as sendRequest, type IncomingMessage } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { startProxy } from '../../../src/upstream/proxy/start-proxy.js';
import { journalOf, startServer } from './proxied.js';

const WITH_TOKEN = { headers: { Authorization: 'Bearer a.b.c' } };

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
  expect((await journalOf(proxy)).at(-1)!.diagnostics.at(-1)).toContain('expected a value, found nothing');
});

test('a body that cannot be decoded is reported', async () => {
  await using upstream = await startServer((_, res) =>
    res.writeHead(200, { 'Content-Type': 'application/json', 'Content-Encoding': 'gzip' }).end(PAGE),
  );
  await using proxy = await startProxy({ upstream: upstream.url, tokenUpstream: upstream.url, probe: false });
  const response = await ask(`${proxy.apiUrl}/institutions/me/credentials`);
  expect((await buffer(response)).toString()).toBe(PAGE);
  expect((await journalOf(proxy)).at(-1)!.diagnostics.at(-1)).toContain('cannot be decoded');
});

test('with --errors, a compressed body that is too large when decoded is rejected', async () => {
  await using upstream = await startServer((_, res) =>
    res
      .writeHead(200, { 'Content-Type': 'application/json', 'Content-Encoding': 'gzip' })
      .end(gzipSync(Buffer.alloc(2_000_000))),
  );
  await using proxy = await startProxy({
    upstream: upstream.url,
    tokenUpstream: upstream.url,
    probe: false,
    errors: true,
    maxBody: 1_000_000,
  });
  expect((await ask(`${proxy.apiUrl}/institutions/me/users`, WITH_TOKEN)).statusCode).toBe(502);
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

test('HEAD is served with the length that GET has', async () => {
  await using upstream = await startServer((_, res) =>
    res.writeHead(200, { 'Content-Type': 'application/json', 'Content-Length': PAGE.length }).end(PAGE),
  );
  for (const errors of [false, true]) {
    await using proxy = await startProxy({ upstream: upstream.url, tokenUpstream: upstream.url, probe: false, errors });
    const options = { ...WITH_TOKEN, method: 'HEAD' };
    const response = await ask(`${proxy.apiUrl}/institutions/me/users`, options);
    expect([response.statusCode, response.headers['content-length']]).toEqual([200, String(PAGE.length)]);
    expect((await buffer(response)).length).toBe(0);
    expect((await ask(`${proxy.url}/_emulator/health`, options)).statusCode).toBe(200);
    expect((await journalOf(proxy)).at(-1)!.diagnostics).toEqual([]);
  }
});

test('a target with the whole address is the same as its path', async () => {
  const asked: string[] = [];
  await using upstream = await startServer((req, res) => {
    asked.push(req.url!);
    res.writeHead(401).end();
  });
  await using proxy = await startProxy({ upstream: upstream.url, tokenUpstream: upstream.url, probe: false });
  const path = '/api/v1/institutions/me/users?limit=5';
  for (const origin of [proxy.url, 'https://api.example.com'])
    expect((await ask(proxy.url, { path: origin + path })).statusCode).toBe(401);
  expect(asked).toEqual([path, path]);
});

test('a response is passed on as it comes; the time limit is for its beginning', async () => {
  let finish: () => void = () => undefined;
  await using upstream = await startServer((req, res) => {
    if (req.url!.endsWith('/human-scores')) return;
    res.writeHead(200, { 'Content-Type': 'application/json' }).write(PAGE.slice(0, 5));
    finish = () => res.end(PAGE.slice(5));
  });
  const addresses = { upstream: upstream.url, tokenUpstream: upstream.url };
  await using proxy = await startProxy({ ...addresses, probe: false, timeout: 1_000 });

  const response = await ask(`${proxy.apiUrl}/institutions/me/users`, WITH_TOKEN);
  const [first] = (await once(response, 'data')) as [Buffer];
  const tooLate = await ask(`${proxy.apiUrl}/institutions/me/human-scores`, WITH_TOKEN);
  finish();

  expect(tooLate.statusCode).toBe(504);
  expect(first.toString() + (await buffer(response)).toString()).toBe(PAGE);
});

function ask(url: string, options: object = {}, body = ''): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    sendRequest(url, options, resolve).on('error', reject).end(body);
  });
}
