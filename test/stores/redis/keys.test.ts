/** Nothing is left in Redis of a sandbox that was removed or has expired. */

import { expect, test } from 'vitest';
import { RedisStore } from '../../../src/stores/redis/redis-store.js';
import { allSandboxes } from '../../../src/stores/redis/directory.js';
import { budget } from '../../budget.js';
import { REDIS_SERVER, type RedisServer } from './redis-server.js';
import { startReplicas } from './replicas.js';

async function keysIn(redis: RedisServer): Promise<string[]> {
  const reply = await redis.send('KEYS', '*');
  // The default sandbox stays.
  return [...reply.matchAll(/^id-emulator:(?!{default}).*$/gm)].map(([key]) => key.trim()).toSorted();
}

test.skipIf(REDIS_SERVER === undefined)(
  'sandboxes that were removed or reset away leave no keys, and their client IDs are free again',
  async () => {
    await using shared = await startReplicas();
    const open = (clientId: string) => shared.control(0, 'post', '/sandboxes').send({ clientId });
    const { id } = (await open('removed')).body as { id: string };
    const opened = await keysIn(shared.redis);
    expect((await shared.control(1, 'delete', `/sandboxes/${id}`)).status).toBe(204);
    const before = await keysIn(shared.redis);
    expect(before).not.toEqual(opened);
    await open('removed');
    await shared.control(1, 'post', '/reset');
    expect(await keysIn(shared.redis)).toEqual(before);
    expect((await open('removed')).status).toBe(201);
  },
);

test.skipIf(REDIS_SERVER === undefined)(
  'what is left of sandboxes that have expired, or after a crash, is removed',
  async () => {
    await using shared = await startReplicas();
    const { redis } = shared;
    const open = (clientId: string) => shared.control(0, 'post', '/sandboxes').send({ clientId });
    const { id } = (await open('expired')).body as { id: string };
    await shared.control(1, 'get', `/sandboxes/${id}`);
    for (const key of ['head', 'snapshot', 'log', 'journal', 'waiting'])
      await redis.send('DEL', `id-emulator:{${id}}:${key}`);
    await redis.send('HSET', 'id-emulator:{index}:clients', 'left', 'nobody');
    const store = await RedisStore.open(redis.url);
    await allSandboxes(store);
    store.connection.close();
    expect(await redis.send('HGETALL', 'id-emulator:{index}:clients')).not.toMatch(/left|expired/);
    expect(await redis.send('ZRANGE', 'id-emulator:{index}:sandboxes', '0', '-1')).not.toContain(id);
    expect((await open('expired')).status).toBe(201);
  },
);

test.skipIf(REDIS_SERVER === undefined || !budget({ short: false, long: true }))(
  'replicas remove by themselves what has expired',
  { timeout: 60_000 },
  async () => {
    await using shared = await startReplicas({ sandboxIdleTtl: 1 });
    const open = (clientId: string) => shared.control(0, 'post', '/sandboxes').send({ clientId });
    await open('first');
    const before = await keysIn(shared.redis);
    for (let at = 0; at < 200; at++) expect((await open(`expired-${at}`)).status).toBe(201);
    await expect
      .poll(async () => (await keysIn(shared.redis)).length, { timeout: 40_000, interval: 500 })
      .toBeLessThan(before.length);
    expect((await open('expired-3')).status).toBe(201);
  },
);
