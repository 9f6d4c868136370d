/** Who may use the control plane, and what it says to those who may not. */

import { connect } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { problem, startSteered, told, type Steered } from './steered.js';

let open: Steered;
let locked: Steered;
beforeAll(async () => {
  [open, locked] = await Promise.all([
    startSteered({ population: 0 }),
    startSteered({ population: 0, controlToken: 'let-me-in' }),
  ]);
});
afterAll(() => Promise.all([open.close(), locked.close()]));

const PATHS = [
  '/sandboxes',
  '/metrics',
  '/scenarios',
  '/openapi.json',
  '/control.json',
  '/sandboxes/default/state',
  '/nonsense',
];

test.each(PATHS)('without the control token, %s is 401 and says what is demanded', async (path) => {
  const answer = await locked.control('get', path);
  expect(told(answer)).toMatchObject(problem(401));
  expect(answer.headers['www-authenticate']).toMatch(/^Bearer realm=/);
});

test.each(['let-me-out', '', 'let-me-in,'])('with the control token "%s", which is wrong, it is 401', async (token) => {
  const answer = await locked.control('get', '/sandboxes').set('Authorization', `Bearer ${token}`);
  expect(told(answer)).toMatchObject(problem(401));
  expect(JSON.stringify(answer.body)).not.toContain('let-me-in');
});

test('the control token in HTTP Basic is none', async () => {
  expect((await locked.control('get', '/sandboxes').auth('x', 'let-me-in')).status).toBe(401);
});

test.each(['Bearer', 'bearer'])('with the control token after %s, everything is answered', async (scheme) => {
  expect((await locked.control('get', '/sandboxes').set('Authorization', `${scheme} let-me-in`)).status).toBe(200);
});

test('nothing is done without the control token', async () => {
  await locked.control('post', '/sandboxes', {});
  await locked.control('put', '/sandboxes/default/clock', { time: '2001-01-01T00:00:00Z' });
  expect(locked.emulator.sandboxes()).toHaveLength(1);
  expect(locked.emulator.defaultSandbox.clock.now().getUTCFullYear()).toBeGreaterThan(2001);
});

test('health is told without the control token', async () => {
  expect((await locked.control('get', '/health')).body).toMatchObject({ status: 'ok' });
});

test.each([
  'evil.example',
  'evil.example:4010',
  '127.0.0.1.evil.example',
  'localhost.evil.example',
  'evil.localhost.example',
])('a request for the host %s is refused', async (host) => {
  for (const path of ['/sandboxes', '/health'])
    expect(told(await open.control('get', path).set('Host', host))).toMatchObject(problem(403));
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
  'host.docker.internal:4010',
])('a request for the host %s is answered', async (host) => {
  expect((await open.control('get', '/sandboxes').set('Host', host)).status).toBe(200);
});

test('with the control token, any host will do', async () => {
  const answer = await locked
    .control('get', '/sandboxes')
    .set('Host', 'emulator.test.svc.cluster.local')
    .auth('let-me-in', { type: 'bearer' });
  expect(answer.status).toBe(200);
});

test.each(['https://evil.example', 'null', 'http://localhost:1'])(
  'a request from a web page of %s is refused, with the control token as well',
  async (origin) => {
    for (const path of ['/sandboxes', '/health']) {
      expect(told(await open.control('get', path).set('Origin', origin))).toMatchObject(problem(403));
      expect(
        (await locked.control('get', path).set('Origin', origin).auth('let-me-in', { type: 'bearer' })).status,
      ).toBe(403);
    }
  },
);

test("a request from the emulator's own page is answered", async () => {
  expect((await open.control('get', '/sandboxes').set('Origin', open.emulator.url)).status).toBe(200);
});

test('a page that has made its own name point to this machine is refused', async () => {
  expect(
    (await open.control('get', '/sandboxes').set('Host', 'rebound.example').set('Origin', 'http://rebound.example'))
      .status,
  ).toBe(403);
});

test('a web page that changes something without asking first is refused, too', async () => {
  const answer = await open
    .control('post', '/sandboxes')
    .set('Origin', 'https://evil.example')
    .set('Content-Type', 'text/plain')
    .send('{"name":"evil"}');
  expect(answer.status).toBe(403);
  expect(open.emulator.sandboxes().map(({ name }) => name)).not.toContain('evil');
});

test.each(['options', 'get', 'post'] as const)('no answer to %s lets other web pages read it', async (method) => {
  for (const origin of ['https://evil.example', open.emulator.url]) {
    const { headers } = await open
      .control(method, '/sandboxes')
      .set('Origin', origin)
      .set('Access-Control-Request-Method', 'POST');
    expect(Object.keys(headers).filter((name) => name.startsWith('access-control'))).toEqual([]);
  }
});

test('answers are not to be kept', async () => {
  for (const path of ['/health', '/sandboxes', '/nonsense'])
    expect((await open.control('get', path)).headers['cache-control']).toBe('no-store');
});

test('a client of HTTP/1.0, which names no host, is answered', async () => {
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
