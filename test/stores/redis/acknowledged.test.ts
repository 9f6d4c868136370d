/** `--store-replicas-acknowledge`: a change counts when replicas of Redis have it. */

import { expect, test } from 'vitest';
import request from 'supertest';
import { startEmulator } from '../../../src/index.js';
import { REDIS_SERVER, RedisServer } from './redis-server.js';

test.runIf(REDIS_SERVER !== undefined)(
  'a change that no replica of Redis has is refused, and counts again when one has it',
  async () => {
    await using redis = await RedisServer.start('--repl-diskless-sync-delay', '0');
    await using replica = await RedisServer.start('--replicaof', `127.0.0.1 ${redis.port}`);
    while (!(await replica.send('INFO', 'replication')).includes('master_link_status:up'))
      await new Promise((resolve) => setTimeout(resolve, 10));
    await using emulator = await startEmulator({ store: redis.url, storeReplicasAcknowledge: 1, population: 3 });
    const advance = () => request(emulator.url).post('/_emulator/sandboxes/default/clock/advance').send({ by: 'PT1S' });
    expect((await advance()).status).toBe(200);
    await replica.kill();
    const refused = await advance();
    expect(refused.status).toBe(503);
    expect(JSON.stringify(refused.body)).toContain('0 of its replicas acknowledged within 1000 ms, not 1');
    await replica.restart();
    for (;;) {
      const { status } = await advance();
      if (status === 200) break;
      expect(status).toBe(503);
    }
  },
);
