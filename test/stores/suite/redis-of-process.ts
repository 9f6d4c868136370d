/** The Redis of one test process: all its emulators have databases of their own in it. */

import type { RedisUrl } from '../../../src/index.js';
import { RedisServer } from '../redis/redis-server.js';

/** Emulators do not give their databases back. */
const DATABASES = 10_000;

let starting: Promise<RedisServer> | undefined;
let used = 0;

/** Starts it when it is first asked for. It ends with this process. */
export function redisOfProcess(): Promise<RedisServer> {
  return (starting ??= start());
}

/** The URL of an empty database. */
export async function newDatabase(): Promise<RedisUrl> {
  const { url } = await redisOfProcess();
  return `${url}/${used++}`;
}

async function start(): Promise<RedisServer> {
  const redis = await RedisServer.start(
    ...['--databases', String(DATABASES), '--appendonly', 'yes', '--appendfsync', 'always'],
  );
  const end = (): void => {
    process.kill(redis.pid, 'SIGKILL');
  };
  // vitest ends its processes with a signal, and an interrupted one disconnects them.
  process.once('exit', end);
  for (const event of ['SIGTERM', 'disconnect'] as const) process.once(event, () => process.exit());
  return redis;
}
