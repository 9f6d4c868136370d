import { expect } from 'vitest';
import { freePort } from '../../cli/ports.js';
import { RedisServer } from './redis-server.js';
import { numberOf, recovered, startReplicas } from './replicas.js';
import { test } from './redis-test.js';

const USERS = '/institutions/me/users?limit=1';
const LASTING = ['--appendonly', 'yes', '--appendfsync', 'always'];

test('without the store, requests get 503 in the format of the service with a diagnostic that names the store', async () => {
  await using shared = await startReplicas();
  await shared.redis.kill();
  const answer = await shared.get(0, USERS);
  expect(answer.status).toBe(503);
  expect(answer.headers['retry-after']).toBe('1');
  expect(answer.headers['emulator-diagnostic']).toContain(`the store ${shared.redis.url} is not reachable`);
  expect(answer.body).toEqual({
    error: 'service_unavailable',
    message: 'The service is temporarily unavailable.',
  });
  const control = await shared.control(0, 'get', '/sandboxes/default');
  expect(control.status).toBe(503);
  expect(control.headers['retry-after']).toBe('1');
});

test('without the store, an emulator lives and is not ready', async () => {
  await using shared = await startReplicas({}, { count: 1 });
  expect((await shared.control(0, 'get', '/health/ready')).status).toBe(200);
  await shared.redis.kill();
  expect((await shared.control(0, 'get', '/health/live')).status).toBe(200);
  expect((await shared.control(0, 'get', '/health/ready')).status).toBe(503);
  expect((await shared.control(0, 'get', '/health')).body).toMatchObject({
    status: 'ok',
    store: { name: shared.redis.url, reachable: false, reason: expect.stringContaining('is not reachable') as string },
  });
});

test('a restart of Redis with its data loses nothing that was answered', async () => {
  await using shared = await startReplicas({}, { redis: await RedisServer.start(...LASTING) });
  for (const replica of [0, 1, 0]) await shared.get(replica, USERS);
  await shared.redis.restart();
  expect(await recovered(shared, 1)).toBeGreaterThanOrEqual(5);
  expect(await recovered(shared, 0)).toBeGreaterThanOrEqual(6);
  const { exchanges } = (await shared.control(0, 'get', '/sandboxes/default/journal')).body as {
    exchanges: { id: number }[];
  };
  expect(exchanges.slice(0, 4).map(({ id }) => id)).toEqual([1, 2, 3, 4]);
});

test('after a restart of Redis without its data, the emulator goes on with a new default sandbox', async () => {
  await using shared = await startReplicas({}, { count: 1 });
  await shared.get(0, USERS);
  await shared.redis.restart();
  expect(await recovered(shared, 0)).toBe(1);
});

test('if the store has lost the last changes of a sandbox, it goes on from what is there', async () => {
  await using shared = await startReplicas({}, { count: 1 });
  await shared.get(0, USERS);
  await shared.redis.send('COPY', LOG, 'saved');
  await shared.redis.send('COPY', HEAD, 'head');
  for (let at = 0; at < 3; at++) await shared.get(0, USERS);
  // As a failover to a node that had not got the last changes.
  await shared.redis.send('COPY', 'saved', LOG, 'REPLACE');
  await shared.redis.send('COPY', 'head', HEAD, 'REPLACE');
  await shared.redis.send('DEL', LEASE);
  expect((await shared.get(0, USERS)).status).toBe(503);
  const answer = await shared.get(0, USERS);
  expect(numberOf(answer)).toBe(3);
});

const [LOG, HEAD, LEASE] = ['log', 'head', 'lease'].map((key) => `id-emulator:{default}:${key}`) as [
  string,
  string,
  string,
];

test('a store that is full is named with its remedy, which works, and requests go on when there is room', async () => {
  await using shared = await startReplicas({}, { count: 1 });
  const { id } = (await shared.control(0, 'post', '/sandboxes')).body as { id: string };
  await shared.redis.send('CONFIG', 'SET', 'maxmemory', '1mb');
  const full = await shared.get(0, USERS);
  expect(full.status).toBe(503);
  expect(full.headers['emulator-diagnostic']).toContain('is full: raise its maxmemory');
  // The remedy works: a sandbox can be removed.
  expect((await shared.control(0, 'delete', `/sandboxes/${id}`)).status).toBe(204);
  await shared.redis.send('CONFIG', 'SET', 'maxmemory', '0');
  expect(numberOf(await shared.get(0, USERS))).toBe(2);
});

test('a lease that another replica has taken is noticed before the answer', async () => {
  await using shared = await startReplicas({}, { count: 1 });
  await shared.get(0, USERS);
  // Another replica takes the lease while this one believes that it has it, as after a pause of its process.
  await shared.redis.send('HSET', HEAD, 'lease', '99:0123456789abcdef:another');
  const refused = await shared.get(0, USERS);
  expect(refused.status).toBe(503);
  expect(refused.headers['emulator-diagnostic']).toContain('another replica has taken sandbox');
});

test('a start without the store ends with one sentence', async () => {
  const redis = await RedisServer.start();
  await redis.kill();
  await expect(startReplicas({}, { redis, count: 1 })).rejects.toThrow(
    new RegExp(`^the store ${redis.url} is not reachable \\(.*ECONNREFUSED.*\\)$`),
  );
});

test('a Redis in cluster mode is refused', async () => {
  const bus = String(await freePort());
  await using redis = await RedisServer.start('--cluster-enabled', 'yes', '--cluster-port', bus);
  await expect(startReplicas({}, { redis, count: 1 })).rejects.toThrow(
    `the store ${redis.url} is a Redis Cluster, which cannot be a store: use a Redis without cluster mode (CLUSTERDOWN`,
  );
});
