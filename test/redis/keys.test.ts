/** Nothing is left in Redis of a sandbox that was removed or has expired. */

import { expect, test } from 'vitest';
import { REDIS_SERVER, type RedisServer } from './redis-server.js';
import { startReplicas } from './replicas.js';

async function keysIn(redis: RedisServer): Promise<string[]> {
  const reply = await redis.send('KEYS', '*');
  return [...reply.matchAll(/^id-emulator:.*$/gm)].map(([key]) => key.trim()).toSorted();
}

test.skipIf(REDIS_SERVER === undefined)(
  'sandboxes that were removed, reset away or have expired leave no keys, and their client IDs are free again',
  { timeout: 30_000 },
  async () => {
    await using shared = await startReplicas({ sandboxIdleTtl: 1 });
    await shared.get(0, '/institutions/me/users?limit=1');
    await shared.control(0, 'get', '/sandboxes/default/journal');
    const before = await keysIn(shared.redis);
    const open = (clientId: string) => shared.control(0, 'post', '/sandboxes').send({ clientId });
    const removed = (await open('removed')).body as { id: string };
    expect((await shared.control(1, 'delete', `/sandboxes/${removed.id}`)).status).toBe(204);
    await open('reset');
    await shared.control(1, 'post', '/reset');
    for (let at = 0; at < 20; at++) expect((await open(`expired-${at}`)).status).toBe(201);
    expect(await keysIn(shared.redis)).not.toEqual(before);
    await expect.poll(async () => await keysIn(shared.redis), { timeout: 20_000, interval: 200 }).toEqual(before);
    expect((await open('expired-3')).status).toBe(201);
  },
);
