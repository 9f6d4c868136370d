/** Another node takes over: the address of the store leads to it, while connections to the old node remain. */

import { expect } from 'vitest';
import { Link } from './link.js';
import { RedisServer } from './redis-server.js';
import { numberOf, recovered, startReplicas } from './replicas.js';
import { test } from './redis-test.js';

/** The primary does not wait for more replicas before it sends its data. */
const AT_ONCE = ['--repl-diskless-sync-delay', '0'];
const USERS = '/institutions/me/users?limit=1';

/** Resolves when a node has everything that its primary has. */
async function replicated(primary: RedisServer, replica: RedisServer): Promise<void> {
  await primary.send('SET', 'marker', '1');
  while ((await replica.send('EXISTS', 'marker')) !== ':1\r\n');
}

test('after a failover, requests to the old node are refused, and go on at the new one', async () => {
  const redis = await RedisServer.start(...AT_ONCE);
  await using next = await RedisServer.start('--replicaof', `127.0.0.1 ${redis.port}`);
  await using link = await Link.to(redis.port);
  await using shared = await startReplicas({}, { count: 1, redis, stores: [link.url] });
  await shared.get(0, USERS);
  // The end of the exchange is written then.
  await shared.control(0, 'get', '/sandboxes/default/journal');
  await replicated(redis, next);

  await next.send('REPLICAOF', 'NO', 'ONE');
  await redis.send('REPLICAOF', '127.0.0.1', String(next.port));
  const refused = await shared.get(0, USERS);
  expect(refused.status).toBe(503);
  expect(refused.headers['retry-after']).toBe('1');
  expect(refused.headers['emulator-diagnostic']).toMatch(
    /the store redis:\S+ accepts no changes at present \(READONLY/,
  );
  expect((await shared.control(0, 'get', '/health/ready')).status).toBe(503);
  // The old node is a copy, and what it has is not shown either.
  expect((await shared.control(0, 'get', '/sandboxes')).status).toBe(503);

  link.port = next.port;
  expect(await recovered(shared)).toBe(3);
  expect((await shared.control(0, 'get', '/health/ready')).status).toBe(200);
});

test('a sandbox goes on without the changes that a new node had not received', async () => {
  const redis = await RedisServer.start(...AT_ONCE);
  await using next = await RedisServer.start('--replicaof', `127.0.0.1 ${redis.port}`);
  await using link = await Link.to(redis.port);
  await using shared = await startReplicas({}, { count: 1, redis, stores: [link.url] });
  await shared.get(0, USERS);
  await replicated(redis, next);
  await next.send('REPLICAOF', 'NO', 'ONE');
  for (let at = 0; at < 2; at++) await shared.get(0, USERS);
  link.port = next.port;
  await redis.kill();

  expect(await recovered(shared)).toBe(3);
  expect(numberOf(await shared.get(0, USERS))).toBe(4);
});
