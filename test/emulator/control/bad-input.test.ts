/** Invalid requests to the control plane get problem details, and change nothing. */

import request from 'supertest';
import { expect, test } from 'vitest';
import { problem, startControlledEmulator, problemIn, type ControlledEmulator } from './controlled-emulator.js';
import { untilEnd } from '../../until-end.js';

const controlled = await untilEnd(startControlledEmulator({ population: 0, now: '2026-01-31T09:00:00Z' }));

const raw = (method: 'post' | 'put', path: string, type: string | undefined, body: string) => {
  const asked = controlled.control(method, path);
  return (type === undefined ? asked.unset('Content-Type') : asked.set('Content-Type', type)).send(body);
};

test.each(['{"name":', '{name: "x"}', "{'name': 'x'}", '{"name":"x"},', 'name=x'])(
  'the body %s is invalid JSON and returns 400',
  async (body) => {
    expect(problemIn(await raw('post', '/sandboxes', 'application/json', body))).toMatchObject(problem(400));
  },
);

test.each(['[]', '"name"', '5', 'null', 'true'])('the body %s is not an object and returns 422', async (body) => {
  expect(problemIn(await raw('post', '/sandboxes', 'application/json', body))).toMatchObject(
    problem(422, { pointer: '' }),
  );
});

test.each(['text/plain', 'application/x-www-form-urlencoded', 'application/xml'])(
  'a body of media type %s returns 415',
  async (type) => {
    expect(problemIn(await raw('post', '/sandboxes', type, '{}'))).toMatchObject(problem(415));
  },
);

test.each(['utf-8', 'iso-8859-1', 'utf-16'])('JSON with charset=%s is read as UTF-8', async (charset) => {
  const response = await raw('post', '/sandboxes', `application/json; charset=${charset}`, '{"name":"größe"}');
  expect(response.body).toMatchObject({ name: 'größe' });
});

test('JSON that is not UTF-8 returns 400, and the problem says so', async () => {
  const response = await fetch(`${controlled.emulator.url}/_emulator/sandboxes`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: Buffer.from('{"name":"größe"}', 'latin1'),
  });
  expect(response.status).toBe(400);
  expect(await response.json()).toMatchObject({
    detail: 'The request body is not valid UTF-8.',
  });
});

test.each([
  ['put', '/sandboxes/default/clock'],
  ['post', '/sandboxes/default/clock/advance'],
  ['put', '/sandboxes/default/scenarios'],
  ['post', '/sandboxes/default/scenarios'],
  ['post', '/sandboxes/default/world/parties'],
  ['post', '/sandboxes/default/journal/verify'],
  ['put', '/sandboxes/default/state'],
] as const)('%s %s without a body returns 422', async (method, path) => {
  expect(problemIn(await controlled.control(method, path))).toMatchObject(problem(422, { pointer: '' }));
});

test.each([
  ['post', '/sandboxes'],
  ['post', '/sandboxes/default/clock/freeze'],
  ['post', '/sandboxes/default/clock/thaw'],
  ['post', '/sandboxes/default/reset'],
] as const)('%s %s needs no body', async (method, path) => {
  expect((await controlled.control(method, path)).status).toBeLessThan(300);
});

test('every mistake of a body is reported with its pointer, expectation and value', async () => {
  const response = await controlled.control('post', '/sandboxes', { seed: -1, name: 5, nonsense: true });
  const { violations } = response.body as { violations: { pointer: string }[] };
  expect(violations.map(({ pointer }) => pointer).toSorted()).toEqual(['/name', '/nonsense', '/seed']);
  expect(violations).toContainEqual({ in: 'body', pointer: '/name', code: 'type', expected: 'a string', value: '5' });
});

test.each([
  '/health?verbose',
  '/sandboxes?count=1',
  '/sandboxes/default?x=1',
  '/sandboxes/default/journal/stream?after=1',
])('%s has an unknown parameter and returns 422', async (path) => {
  const { body, ...response } = problemIn(await controlled.control('get', path)) as { body: { violations: object[] } };
  expect({ ...response, body }).toMatchObject(problem(422, { pointer: `/${/\?(\w+)/.exec(path)![1]!}` }));
  expect(body.violations).toMatchObject([{ in: 'query' }]);
});

test('a repeated parameter returns 422', async () => {
  expect(problemIn(await controlled.control('get', '/sandboxes/default/journal?limit=1&limit=2'))).toMatchObject(
    problem(422, { pointer: '/limit' }),
  );
});

test.each([
  ['delete', '/health', ['GET', 'HEAD']],
  ['post', '/fidelity', ['GET', 'HEAD']],
  ['get', '/reset', ['POST']],
  ['put', '/sandboxes', ['GET', 'HEAD', 'POST']],
  ['patch', '/sandboxes/default', ['DELETE', 'GET', 'HEAD']],
  ['options', '/sandboxes', ['GET', 'HEAD', 'POST']],
  ['head', '/sandboxes/default/reset', ['POST']],
  ['post', '/sandboxes/default/state', ['GET', 'HEAD', 'PUT']],
] as const)('%s %s returns 405 with Allow: %j', async (method, path, allowed) => {
  const response = await controlled.control(method, path);
  expect(response.status).toBe(405);
  expect(response.headers['allow']?.split(', ').toSorted()).toEqual(allowed);
});

test.each(['/nonsense', '/sandboxes/', '/sandboxes/default/', '/sandboxes/default/nonsense', '/health/x', '//health'])(
  'the path "%s" returns 404',
  async (path) => {
    const response = await request(controlled.emulator.url).get(`/_emulator${path}`);
    expect(problemIn(response)).toMatchObject(problem(404));
  },
);

test.each([
  '/sandboxes/%E0',
  '/sandboxes/%zz',
  '/sandboxes/default/world/parties/%ff',
  '/sandboxes/default/journal?party=%E0%A0',
  '/sandboxes/default/world/parties?search=%',
])('%s cannot be decoded and returns 400', async (path) => {
  expect(problemIn(await controlled.control('get', path))).toMatchObject(problem(400));
});

test('an ID may be percent-encoded', async () => {
  expect((await controlled.control('get', '/sandboxes/d%65fault')).body).toMatchObject({ id: 'default' });
});

test.each(['/health', '/sandboxes', '/sandboxes/default/journal', '/control.json'])(
  'HEAD %s returns the headers of GET without the body',
  async (path) => {
    const [head, whole] = [await controlled.control('head', path), await controlled.control('get', path)];
    expect([head.status, head.type, head.text]).toEqual([whole.status, whole.type, undefined]);
  },
);

test('a refused request changes nothing', async () => {
  const own = await startControlledEmulator({ population: 0, now: '2026-01-31T09:00:00Z' });
  const before = (await own.control('get', '/sandboxes/default/state')).text;
  const asked: [Parameters<ControlledEmulator['control']>[0], string, object?][] = [
    ['put', '/sandboxes/default/clock', { time: '2030-01-01T00:00:00Z', frozen: 'no' }],
    ['post', '/sandboxes/default/scenarios', { scenario: 'flaky', count: -1 }],
    [
      'post',
      '/sandboxes/default/world/parties',
      {
        email: 'a@example.com',
        firstName: 'A',
        lastName: 'B',
        credentials: [{ provider: 'GITHUB', contractId: '00', issuedAt: 'never' }],
      },
    ],
    ['delete', '/sandboxes/default'],
    ['put', '/sandboxes/default/state', { format: 'id-emulator-state', version: 1 }],
    ['delete', '/sandboxes/default/scenarios?all=true'],
  ];
  for (const [method, path, body] of asked)
    expect((await own.control(method, path, body)).status).toBeGreaterThanOrEqual(400);
  expect((await own.control('get', '/sandboxes/default/state')).text).toBe(before);
  await own.close();
});
