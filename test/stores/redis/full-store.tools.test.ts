/** A Redis with little memory: journals make room, a full one is not ready, and everything recovers by itself. */

import { randomBytes } from 'node:crypto';
import { expect, test } from 'vitest';
import { REDIS_SERVER, RedisServer } from './redis-server.js';
import { startReplicas, type Replicas } from './replicas.js';

const PATH = '/institutions/me/users?limit=1';
const LITTLE = ['--maxmemory', '4mb', '--maxmemory-policy', 'noeviction'];

/** Requests whose exchanges are large and cannot be compressed. @returns the statuses */
async function fill(shared: Replicas, requests: number): Promise<number[]> {
  const statuses: number[] = [];
  for (let at = 0; at < requests; at += 4) {
    const sent = Array.from({ length: 4 }, () =>
      shared.get(0, PATH).set('X-Filling', randomBytes(6_000).toString('base64')),
    );
    statuses.push(...(await Promise.all(sent)).map(({ status }) => status));
  }
  return statuses;
}

test.skipIf(REDIS_SERVER === undefined)(
  'exchanges that are more than Redis has room for displace the oldest ones, and every request is answered',
  { timeout: 60_000 },
  async () => {
    await using shared = await startReplicas({}, { count: 1, redis: await RedisServer.start(...LITTLE) });
    const statuses = await fill(shared, 480);
    expect(statuses.filter((status) => status !== 200)).toEqual([]);
    expect((await shared.control(0, 'get', '/health/ready')).status).toBe(200);
    const journal = await shared.control(0, 'get', '/sandboxes/default/journal?limit=2');
    const { exchanges, removedUpTo } = journal.body as { exchanges: { id: number }[]; removedUpTo: number };
    expect(exchanges.at(-1)!.id).toBe(481);
    expect(removedUpTo).toBeGreaterThan(0);
  },
);

test.skipIf(REDIS_SERVER === undefined)(
  'a Redis that is full is not ready, and is again when there is room',
  async () => {
    await using shared = await startReplicas({}, { count: 1 });
    await shared.redis.send('SET', 'of-others', 'x'.repeat(4_000_000));
    await shared.redis.send('CONFIG', 'SET', 'maxmemory', '4mb');
    expect((await shared.control(0, 'get', '/health/ready')).status).toBe(503);
    expect((await shared.get(0, PATH)).status).toBe(503);
    await shared.redis.send('DEL', 'of-others');
    expect((await shared.control(0, 'get', '/health/ready')).status).toBe(200);
    expect((await shared.get(0, PATH)).status).toBe(200);
  },
);

test.skipIf(REDIS_SERVER === undefined)('large exchanges take less room in Redis than their text', async () => {
  await using shared = await startReplicas({}, { count: 1 });
  for (let at = 0; at < 20; at++) await shared.get(0, '/institutions/me/users?limit=100');
  const journal = await shared.control(0, 'get', '/sandboxes/default/journal');
  const text = journal.text.length;
  const stored = Number((await shared.redis.send('MEMORY', 'USAGE', 'id-emulator:{default}:journal')).slice(1));
  expect(text).toBeGreaterThan(100_000);
  expect(stored).toBeLessThan(text / 2);
});
