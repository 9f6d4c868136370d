/** What is wrong with a request to the control plane is told as problem details, and nothing has changed then. */

import request from 'supertest';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { problem, startSteered, told, type Steered } from './steered.js';

let steered: Steered;
beforeAll(async () => {
  steered = await startSteered({ population: 0, now: '2026-01-31T09:00:00Z' });
});
afterAll(() => steered.close());

const raw = (method: 'post' | 'put', path: string, type: string | undefined, body: string) => {
  const asked = steered.control(method, path);
  return (type === undefined ? asked.unset('Content-Type') : asked.set('Content-Type', type)).send(body);
};

test.each(['{"name":', '{name: "x"}', "{'name': 'x'}", '{"name":"x"},', 'name=x'])(
  '%s, which is no JSON, is 400',
  async (body) => {
    expect(told(await raw('post', '/sandboxes', 'application/json', body))).toMatchObject(problem(400));
  },
);

test.each(['[]', '"name"', '5', 'null', 'true'])('%s, which is no object, is 422', async (body) => {
  expect(told(await raw('post', '/sandboxes', 'application/json', body))).toMatchObject(problem(422, { pointer: '' }));
});

test.each([
  'text/plain',
  'application/x-www-form-urlencoded',
  'application/xml',
  'application/json; charset=iso-8859-1',
])('a body of the media type %s is 415', async (type) => {
  expect(told(await raw('post', '/sandboxes', type, '{}'))).toMatchObject(problem(415));
});

test('JSON in UTF-8 may say so', async () => {
  expect((await raw('post', '/sandboxes', 'application/json; charset=utf-8', '{"name":"größe"}')).body).toMatchObject({
    name: 'größe',
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
] as const)('%s %s without a body is 422', async (method, path) => {
  expect(told(await steered.control(method, path))).toMatchObject(problem(422, { pointer: '' }));
});

test.each([
  ['post', '/sandboxes'],
  ['post', '/sandboxes/default/clock/freeze'],
  ['post', '/sandboxes/default/clock/thaw'],
  ['post', '/sandboxes/default/reset'],
] as const)('%s %s needs no body', async (method, path) => {
  expect((await steered.control(method, path)).status).toBeLessThan(300);
});

test('every mistake of a body is told, each with its pointer, expectation and value', async () => {
  const answer = await steered.control('post', '/sandboxes', { seed: -1, name: 5, nonsense: true });
  const { violations } = answer.body as { violations: { pointer: string }[] };
  expect(violations.map(({ pointer }) => pointer).toSorted()).toEqual(['/name', '/nonsense', '/seed']);
  expect(violations).toContainEqual({ in: 'body', pointer: '/name', expected: 'a string', value: '5' });
});

test.each([
  '/health?verbose',
  '/sandboxes?limit=1',
  '/sandboxes/default?x=1',
  '/sandboxes/default/journal/stream?after=1',
  '/metrics?format=json',
])('%s, with a parameter that there is not, is 422', async (path) => {
  const { body, ...answer } = told(await steered.control('get', path)) as { body: { violations: object[] } };
  expect({ ...answer, body }).toMatchObject(problem(422, { pointer: `/${/\?(\w+)/.exec(path)![1]!}` }));
  expect(body.violations).toMatchObject([{ in: 'query' }]);
});

test('a parameter that is given twice is 422', async () => {
  expect(told(await steered.control('get', '/sandboxes/default/journal?limit=1&limit=2'))).toMatchObject(
    problem(422, { pointer: '/limit' }),
  );
});

test.each([
  ['delete', '/health', ['GET', 'HEAD']],
  ['post', '/metrics', ['GET', 'HEAD']],
  ['get', '/reset', ['POST']],
  ['put', '/sandboxes', ['GET', 'HEAD', 'POST']],
  ['patch', '/sandboxes/default', ['DELETE', 'GET', 'HEAD']],
  ['options', '/sandboxes', ['GET', 'HEAD', 'POST']],
  ['head', '/sandboxes/default/reset', ['POST']],
  ['post', '/sandboxes/default/state', ['GET', 'HEAD', 'PUT']],
] as const)('%s %s is 405 and names %j', async (method, path, allowed) => {
  const answer = await steered.control(method, path);
  expect(answer.status).toBe(405);
  expect(answer.headers['allow']?.split(', ').toSorted()).toEqual(allowed);
});

test.each([
  '',
  '/',
  '/nonsense',
  '/sandboxes/',
  '/sandboxes/default/',
  '/sandboxes/default/nonsense',
  '/health/x',
  '//health',
])('there is nothing at "%s"', async (path) => {
  const answer = await request(steered.emulator.url).get(`/_emulator${path}`);
  expect(told(answer)).toMatchObject(problem(404));
});

test.each([
  '/sandboxes/%E0',
  '/sandboxes/%zz',
  '/sandboxes/default/world/parties/%ff',
  '/sandboxes/default/journal?party=%E0%A0',
  '/sandboxes/default/world/parties?search=%',
])('%s, which cannot be decoded, is 400', async (path) => {
  expect(told(await steered.control('get', path))).toMatchObject(problem(400));
});

test('an ID may be percent-encoded', async () => {
  expect((await steered.control('get', '/sandboxes/d%65fault')).body).toMatchObject({ id: 'default' });
});

test.each(['/health', '/sandboxes', '/sandboxes/default/journal', '/metrics', '/control.json'])(
  'HEAD %s is GET without the body',
  async (path) => {
    const [head, whole] = [await steered.control('head', path), await steered.control('get', path)];
    expect([head.status, head.type, head.text]).toEqual([whole.status, whole.type, undefined]);
  },
);

test('what is refused has changed nothing', async () => {
  const own = await startSteered({ population: 0, now: '2026-01-31T09:00:00Z' });
  const before = (await own.control('get', '/sandboxes/default/state')).text;
  const asked: [Parameters<Steered['control']>[0], string, object?][] = [
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
