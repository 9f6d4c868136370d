/** What a replica reads of a sandbox that others have used. */

import { expect } from 'vitest';
import type { RedisServer } from './redis-server.js';
import { startReplicas } from './replicas.js';
import { test } from './redis-test.js';

async function sentBy(redis: RedisServer): Promise<number> {
  return Number(/^total_net_output_bytes:(\d+)/m.exec(await redis.send('INFO', 'stats'))![1]);
}

test('a call of the control plane that shows nothing of the journal does not read it', async () => {
  await using shared = await startReplicas();
  for (let at = 0; at < 30; at++)
    await shared.get(0, '/institutions/me/users?limit=1').set('X-Filling', 'x'.repeat(10_000) + String(at));
  // The journal is written then.
  const journal = await shared.control(0, 'get', '/sandboxes/default/journal');
  expect((journal.body as { exchanges: unknown[] }).exchanges).toHaveLength(31);
  await shared.redis.send('CONFIG', 'RESETSTAT');
  for (const path of ['', '/clock', '/scenarios', '/world/parties?limit=1'])
    expect((await shared.control(1, 'get', `/sandboxes/default${path}`)).status).toBe(200);
  expect(await sentBy(shared.redis)).toBeLessThan(100_000);
});

test('a reset of the emulator removes many sandboxes without reading them', async () => {
  await using shared = await startReplicas();
  await Promise.all(Array.from({ length: 200 }, (_, at) => shared.control(at % 2, 'post', '/sandboxes')));
  await shared.redis.send('CONFIG', 'RESETSTAT');
  expect((await shared.control(0, 'post', '/reset')).status).toBe(204);
  // What a sandbox is made of has hundreds of bytes.
  expect(await sentBy(shared.redis)).toBeLessThan(50_000);
  const list = await shared.control(1, 'get', '/sandboxes');
  expect((list.body as { sandboxes: unknown[] }).sandboxes).toHaveLength(1);
});
