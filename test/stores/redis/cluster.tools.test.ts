/** A cluster of Redis keeps the sandboxes. */

import { expect, test } from 'vitest';
import { budget } from '../../budget.js';
import { startCluster } from './redis-cluster.js';
import { REDIS_SERVER, type RedisServer } from './redis-server.js';
import { numberOf, recovered, startReplicas } from './replicas.js';

const USERS = '/institutions/me/users?limit=1';
test.skipIf(REDIS_SERVER === undefined)(
  'replicas that are given any node of a cluster are one emulator, whose sandboxes are on all nodes',
  async () => {
    await using cluster = await startCluster();
    const [redis, second, third] = cluster.nodes as [RedisServer, RedisServer, RedisServer];
    await using shared = await startReplicas(
      {},
      { redis, stores: [redis.url, `redis://127.0.0.1:${second.port},127.0.0.1:${third.port}`] },
    );
    const numbers: number[] = [];
    for (const replica of [0, 1, 0, 1]) numbers.push(numberOf(await shared.get(replica, USERS)));
    expect(numbers).toEqual([2, 3, 4, 5]);
    const opened = await Promise.all(
      Array.from({ length: 12 }, (_, at) => shared.control(at % 2, 'post', '/sandboxes')),
    );
    expect(opened.map(({ status }) => status)).toEqual(opened.map(() => 201));
    const listed = await shared.control(1, 'get', '/sandboxes');
    expect((listed.body as { sandboxes: object[] }).sandboxes).toHaveLength(13);
    const sizes = await Promise.all(cluster.nodes.map((node) => node.send('DBSIZE')));
    for (const size of sizes) expect(Number(size.slice(1))).toBeGreaterThan(0);
    expect((await shared.control(0, 'get', '/health/ready')).status).toBe(200);
  },
);

test.skipIf(REDIS_SERVER === undefined || !budget({ short: false, long: true }))(
  'when a node of a cluster is killed, its sandboxes get 503 until its replica has taken over, and then go on',
  async () => {
    await using cluster = await startCluster({ replicas: true });
    const node = await cluster.nodeOf('id-emulator:{default}:head');
    const others = cluster.nodes.filter((other) => other !== node);
    await using shared = await startReplicas({}, { redis: node, stores: others.map(({ url }) => url) });
    const before: number[] = [];
    for (const replica of [0, 1, 0]) before.push(numberOf(await shared.get(replica, USERS)));
    await node.send('WAIT', '1', '0');
    await node.kill();
    const refused = await shared.get(0, USERS);
    expect(refused.status).toBe(503);
    expect(refused.headers['retry-after']).toBe('1');
    expect(refused.headers['emulator-diagnostic']).toContain('the store redis://');
    const after = [await recovered(shared, 0), await recovered(shared, 1)];
    expect(before).toEqual([2, 3, 4]);
    // A request whose acknowledgement was lost may have been counted.
    expect(after[0]).toBeGreaterThan(4);
    expect(after[1]).toBeGreaterThan(after[0]!);
    const { exchanges } = (await shared.control(0, 'get', '/sandboxes/default/journal')).body as {
      exchanges: { id: number }[];
    };
    expect(exchanges.slice(0, 4).map(({ id }) => id)).toEqual([1, 2, 3, 4]);
  },
);
