/** Access to the control plane, and its refusals. */

import { connect } from 'node:net';
import { expect, test } from 'vitest';
import { operations } from './documented-operations.js';
import { problem, startControlledEmulator, problemIn } from './controlled-emulator.js';
import { untilEnd } from '../../until-end.js';

const open = await untilEnd(startControlledEmulator({ population: 0 }));
const locked = await untilEnd(startControlledEmulator({ population: 0, controlToken: 'let-me-in' }));

const PATHS = ['/sandboxes', '/scenarios', '/openapi.json', '/control.json', '/sandboxes/default/state', '/nonsense'];

test.each(PATHS)('%s without the control token returns 401 with the required scheme', async (path) => {
  const response = await locked.control('get', path);
  expect(problemIn(response)).toMatchObject(problem(401));
  expect(response.headers['www-authenticate']).toMatch(/^Bearer realm=/);
});

/** As docs/sandboxes.md lists them. */
const OPEN = new Set(['/health', '/health/live', '/health/ready']);

test.each(operations.filter(({ path }) => !OPEN.has(path)))(
  '$method $path needs the control token',
  async ({ method, path, bodies: [body] }) => {
    const filled = path.replace(/\{\w+\}/g, 'default');
    const response = await locked.control(method, filled, body as object | undefined);
    expect(problemIn(response)).toMatchObject(problem(401));
  },
);

test.each(['/', '/inspector/main.js', '/inspector/main.css', '/inspector/icon.svg', ...OPEN])(
  '%s needs no control token',
  async (path) => {
    expect((await locked.control('get', path)).status).not.toBe(401);
  },
);

test.each([
  '/provider',
  '/provider/api/v1/x',
  '/provider-states',
  '/mcp',
  '/inspector',
  '/healthy',
  '/health/x',
  '/verifications/a.b/provider',
])('%s, which is no operation, needs the control token', async (path) => {
  for (const method of ['get', 'post'] as const) expect((await locked.control(method, path)).status).toBe(401);
});

test.each(['let-me-out', '', 'let-me-in,'])('the wrong control token "%s" returns 401', async (token) => {
  const response = await locked.control('get', '/sandboxes').set('Authorization', `Bearer ${token}`);
  expect(problemIn(response)).toMatchObject(problem(401));
  expect(JSON.stringify(response.body)).not.toContain('let-me-in');
});

test('the control token in HTTP Basic returns 401', async () => {
  expect((await locked.control('get', '/sandboxes').auth('x', 'let-me-in')).status).toBe(401);
});

test.each(['Bearer', 'bearer'])('the control token after %s gives access', async (scheme) => {
  expect((await locked.control('get', '/sandboxes').set('Authorization', `${scheme} let-me-in`)).status).toBe(200);
});

test('a request without the control token changes nothing', async () => {
  await locked.control('post', '/sandboxes', {});
  await locked.control('put', '/sandboxes/default/clock', { time: '2001-01-01T00:00:00Z' });
  expect(locked.emulator.sandboxes()).toHaveLength(1);
  expect(locked.emulator.defaultSandbox.clock.now().getUTCFullYear()).toBeGreaterThan(2001);
});

test('health needs no control token', async () => {
  expect((await locked.control('get', '/health')).body).toMatchObject({ status: 'ok' });
});

test.each([
  'evil.example',
  'evil.example:4010',
  '127.0.0.1.evil.example',
  'localhost.evil.example',
  'evil.localhost.example',
  'evil.example/.localhost',
  'evil.example?.localhost',
  'evil.example#.localhost',
  'evil.example\\.localhost',
  'evil.example.',
  'host.internal.evil.example',
  'host.a.b.internal',
])('a request for the host %s is refused', async (host) => {
  for (const path of ['/sandboxes', '/control.json'])
    expect(problemIn(await open.control('get', path).set('Host', host))).toMatchObject(problem(403));
});

test.each([
  'localhost',
  'localhost:4010',
  'LOCALHOST:1',
  '127.0.0.1',
  '[::1]',
  '[::1]:4010',
  '192.168.1.5:4010',
  'emulator',
  'emulator:4010',
  'app.localhost',
  'localhost.',
  'LOCALHOST.:4010',
  'app.localhost.:4010',
  'id_emulator:4010',
  'host.docker.internal:4010',
  'host.containers.internal',
  'host.testcontainers.internal:4010',
  'host.minikube.internal',
  'host.k3d.internal',
  'host.lima.internal.',
])('a request for the host %s is accepted', async (host) => {
  expect((await open.control('get', '/sandboxes').set('Host', host)).status).toBe(200);
});

test('a request with the control token may have any host', async () => {
  const response = await locked
    .control('get', '/sandboxes')
    .set('Host', 'emulator.test.svc.cluster.local')
    .auth('let-me-in', { type: 'bearer' });
  expect(response.status).toBe(200);
});

test.each(['https://evil.example', 'null', 'http://localhost:1'])(
  'a request from a web page of %s is refused, also with the control token',
  async (origin) => {
    for (const path of ['/sandboxes', '/health']) {
      expect(problemIn(await open.control('get', path).set('Origin', origin))).toMatchObject(problem(403));
      expect(
        (await locked.control('get', path).set('Origin', origin).auth('let-me-in', { type: 'bearer' })).status,
      ).toBe(403);
    }
  },
);

test("a request from the emulator's own page is accepted", async () => {
  expect((await open.control('get', '/sandboxes').set('Origin', open.emulator.url)).status).toBe(200);
});

test('a page that resolves its own name to this machine is refused', async () => {
  expect(
    (await open.control('get', '/sandboxes').set('Host', 'rebound.example').set('Origin', 'http://rebound.example'))
      .status,
  ).toBe(403);
});

test('a simple request from a web page, which needs no preflight, is refused', async () => {
  const response = await open
    .control('post', '/sandboxes')
    .set('Origin', 'https://evil.example')
    .set('Content-Type', 'text/plain')
    .send('{"name":"evil"}');
  expect(response.status).toBe(403);
  expect(open.emulator.sandboxes().map(({ name }) => name)).not.toContain('evil');
});

test.each(['options', 'get', 'post'] as const)('no response to %s has CORS headers', async (method) => {
  for (const origin of ['https://evil.example', open.emulator.url]) {
    const { headers } = await open
      .control(method, '/sandboxes')
      .set('Origin', origin)
      .set('Access-Control-Request-Method', 'POST');
    expect(Object.keys(headers).filter((name) => name.startsWith('access-control'))).toEqual([]);
  }
});

test('responses have Cache-Control: no-store', async () => {
  for (const path of ['/health', '/sandboxes', '/nonsense'])
    expect((await open.control('get', path)).headers['cache-control']).toBe('no-store');
});

test('an HTTP/1.0 client without a Host header is accepted', async () => {
  const { hostname, port } = new URL(open.emulator.url);
  const text = await new Promise<string>((resolve) => {
    let received = '';
    const socket = connect(Number(port), hostname);
    socket
      .setEncoding('utf8')
      .on('data', (piece: string) => (received += piece))
      .once('close', () => {
        resolve(received);
      });
    socket.write('GET /_emulator/sandboxes HTTP/1.0\r\n\r\n');
  });
  expect(text).toMatch(/^HTTP\/1\.1 200 /);
});

test('a Host header that is no host is ignored in the addresses of a response', async () => {
  const response = await locked
    .control('get', '/sandboxes/default')
    .set('Host', 'a b')
    .auth('let-me-in', { type: 'bearer' });
  expect([response.status, response.body]).toMatchObject([200, { url: locked.emulator.url }]);
});
