/** After a SIGTERM, a replica serves requests for a while, and tells load balancers to send them elsewhere. */

import { setTimeout } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { readyLine, spawnedEmulator } from '../../cli/id-emulator.js';
import { tokenOf } from '../../institution.js';
import { REDIS_SERVER, RedisServer } from './redis-server.js';

async function readiness(url: string): Promise<number> {
  const response = await fetch(`${url}/_emulator/health/ready`);
  await response.arrayBuffer();
  return response.status;
}

/** Resolves when load balancers are told. */
async function notReady(url: string): Promise<void> {
  while ((await readiness(url)) !== 503);
}

test.skipIf(REDIS_SERVER === undefined)(
  'from SIGTERM on, a replica is not ready and serves requests, until a second signal',
  async () => {
    await using redis = await RedisServer.start();
    await using command = spawnedEmulator(['start', '--port', '0', '--log', 'json', '--store', redis.url]);
    const emulator = await readyLine(command);
    const token = await tokenOf(emulator);
    expect(await readiness(emulator.url)).toBe(200);
    const ended = command.end('SIGTERM');
    await notReady(emulator.url);
    const answer = await fetch(`${emulator.apiUrl}/institutions/me/users`, {
      headers: { Authorization: `Bearer ${token}` },
    });
    expect(answer.status).toBe(200);
    expect(answer.headers.get('connection')).toBe('close');
    // Signals that come at once are one: npm doubles them.
    for (let isOver = false; !isOver;) {
      void command.end('SIGTERM');
      isOver = await Promise.race([ended.then(() => true), setTimeout(100, false)]);
    }
    expect(await ended).toMatchObject({ code: 0, signal: null, stderr: '' });
  },
);

test.skipIf(REDIS_SERVER === undefined)('Ctrl-C ends a replica at once', async () => {
  await using redis = await RedisServer.start();
  await using command = spawnedEmulator(['start', '--port', '0', '--log', 'json', '--store', redis.url]);
  const { url } = await readyLine(command);
  const ended = command.end('SIGINT');
  // It listens no longer before it would have drained.
  await expect.poll(() => readiness(url).catch(() => 'refused'), { timeout: 4_000 }).toBe('refused');
  expect(await ended).toMatchObject({ code: 0, signal: null, stderr: '' });
});
