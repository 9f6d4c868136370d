/** A cluster of three nodes keeps the sandboxes. */

import { expect, test } from 'vitest';
import { freePort } from '../../cli/ports.js';
import { REDIS_SERVER, RedisServer } from './redis-server.js';
import { numberOf, startReplicas } from './replicas.js';

const USERS = '/institutions/me/users?limit=1';
const SLOTS = [
  ['0', '5460'],
  ['5461', '10922'],
  ['10923', '16383'],
] as const;

interface RedisCluster extends AsyncDisposable {
  readonly nodes: readonly RedisServer[];
}

/** Starts three nodes, each with a third of the slots. */
async function startCluster(): Promise<RedisCluster> {
  const busPorts = await Promise.all(Array.from({ length: 3 }, freePort));
  const nodes = await Promise.all(
    busPorts.map((port) =>
      RedisServer.start(
        '--repl-diskless-sync-delay',
        '0',
        '--cluster-enabled',
        'yes',
        '--cluster-node-timeout',
        '500',
        '--cluster-port',
        String(port),
      ),
    ),
  );
  for (const [at, slots] of SLOTS.entries()) await nodes[at]!.send('CLUSTER', 'ADDSLOTSRANGE', ...slots);
  for (const [at, node] of nodes.entries())
    await nodes[0]!.send('CLUSTER', 'MEET', '127.0.0.1', String(node.port), String(busPorts[at]));
  for (const node of nodes)
    while (!(await node.send('CLUSTER', 'INFO')).includes(`cluster_known_nodes:${nodes.length}`)) await shortly();
  for (const node of nodes) while (!(await node.send('CLUSTER', 'INFO')).includes('cluster_state:ok')) await shortly();
  return {
    nodes,
    [Symbol.asyncDispose]: async () => {
      await Promise.all(nodes.map((node) => node[Symbol.asyncDispose]()));
    },
  };
}

async function shortly(): Promise<void> {
  await new Promise((resolve) => setTimeout(resolve, 20));
}

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
