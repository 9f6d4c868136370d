/** A cluster of Redis of a test's own: three nodes with a third of the slots each, and replicas of some. */

import { freePort } from '../../cli/ports.js';
import { RedisServer } from './redis-server.js';

const SLOTS = [
  ['0', '5460'],
  ['5461', '10922'],
  ['10923', '16383'],
] as const;

export interface RedisCluster extends AsyncDisposable {
  /** Those that have slots. */
  readonly nodes: readonly RedisServer[];
  /** The node that has the slot of a key. */
  readonly nodeOf: (key: string) => Promise<RedisServer>;
}

/** @param replicas whether each node has a replica, which takes its place if it ends */
export async function startCluster({ replicas = false } = {}): Promise<RedisCluster> {
  const servers = await Promise.all(Array.from({ length: replicas ? 6 : 3 }, startNode));
  const nodes = servers.slice(0, 3).map(({ server }) => server);
  const [first] = nodes as [RedisServer];
  for (const [at, slots] of SLOTS.entries()) await nodes[at]!.send('CLUSTER', 'ADDSLOTSRANGE', ...slots);
  for (const { server, bus } of servers)
    await first.send('CLUSTER', 'MEET', '127.0.0.1', String(server.port), String(bus));
  for (const { server } of servers) await until(server, `cluster_known_nodes:${servers.length}`);
  for (const [at, { server }] of servers.slice(3).entries()) {
    const id = (await nodes[at]!.send('CLUSTER', 'MYID')).split('\r\n')[1]!;
    await server.send('CLUSTER', 'REPLICATE', id);
  }
  for (const { server } of servers) await until(server, 'cluster_state:ok');
  for (const { server } of servers.slice(3))
    while (!(await server.send('INFO', 'replication')).includes('master_link_status:up')) await shortly();
  return {
    nodes,
    nodeOf: async (key) => {
      const slot = Number((await first.send('CLUSTER', 'KEYSLOT', key)).slice(1));
      return nodes[SLOTS.findIndex(([, last]) => slot <= Number(last))]!;
    },
    [Symbol.asyncDispose]: async () => {
      await Promise.all(servers.map(({ server }) => server[Symbol.asyncDispose]()));
    },
  };
}

async function startNode(): Promise<{ readonly server: RedisServer; readonly bus: number }> {
  const bus = await freePort();
  const settings = {
    'repl-diskless-sync-delay': '0',
    'cluster-enabled': 'yes',
    'cluster-node-timeout': '500',
    'cluster-port': String(bus),
  };
  const server = await RedisServer.start(...Object.entries(settings).flatMap(([name, value]) => [`--${name}`, value]));
  return { server, bus };
}

async function until(server: RedisServer, line: string): Promise<void> {
  while (!(await server.send('CLUSTER', 'INFO')).includes(line)) await shortly();
}

async function shortly(): Promise<void> {
  await new Promise((resolve) => setTimeout(resolve, 20));
}
