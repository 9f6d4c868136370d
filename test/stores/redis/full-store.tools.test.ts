/** A Redis with little memory: a full one is not ready, and everything recovers by itself. */

import { expect } from 'vitest';
import { startReplicas } from './replicas.js';
import { test } from './redis-test.js';

const PATH = '/institutions/me/users?limit=1';

test('a Redis that is full is not ready, and is again when there is room', async () => {
  await using shared = await startReplicas({}, { count: 1 });
  await shared.redis.send('SET', 'of-others', 'x'.repeat(4_000_000));
  await shared.redis.send('CONFIG', 'SET', 'maxmemory', '4mb');
  expect((await shared.control(0, 'get', '/health/ready')).status).toBe(503);
  expect((await shared.get(0, PATH)).status).toBe(503);
  await shared.redis.send('DEL', 'of-others');
  expect((await shared.control(0, 'get', '/health/ready')).status).toBe(200);
  expect((await shared.get(0, PATH)).status).toBe(200);
});
