/** Emulators that share a Redis. */

import { expect } from 'vitest';
import request, { type Response, type Test } from 'supertest';
import { startEmulator, type EmulatorOptions } from '../../../src/index.js';
import { tokenOf } from '../../institution.js';
import { RedisServer } from './redis-server.js';

/** One of several emulators. */
export type Replica = Awaited<ReturnType<typeof startReplica>>;

export interface Replicas extends AsyncDisposable {
  readonly redis: RedisServer;
  readonly replicas: readonly Replica[];
  /** A token of the default sandbox. */
  readonly token: string;
  /** A request to one replica, by its number. */
  readonly get: (replica: number, path: string) => Test;
  readonly control: (replica: number, method: 'get' | 'post' | 'put' | 'delete', path: string) => Test;
}

function startReplica(store: `redis://${string}`, options: EmulatorOptions) {
  return startEmulator(
    { ...options, store },
    {
      onInternalError: (error) => {
        throw error;
      },
    },
  );
}

export interface ReplicasOptions {
  /** How many. Default: 2. */
  readonly count?: number;
  /** Default: one of their own. */
  readonly redis?: RedisServer;
  /** Where each replica finds the store. Default: the address of `redis`. */
  readonly stores?: readonly `redis://${string}`[];
}

/** Starts a Redis and two replicas. */
export async function startReplicas(
  options: EmulatorOptions = {},
  { count = 2, redis: given, stores = [] }: ReplicasOptions = {},
): Promise<Replicas> {
  const redis = given ?? (await RedisServer.start());
  const replicas: Replica[] = [];
  for (let at = 0; at < count; at++) replicas.push(await startReplica(stores[at] ?? redis.url, options));
  const token = await tokenOf(replicas[0]!);
  return {
    redis,
    replicas,
    token,
    get: (replica, path) => request(replicas[replica]!.apiUrl).get(path).auth(token, { type: 'bearer' }),
    control: (replica, method, path) => request(replicas[replica]!.url)[method](`/_emulator${path}`),
    [Symbol.asyncDispose]: async () => {
      await Promise.all(replicas.map((replica) => replica.close()));
      await redis[Symbol.asyncDispose]();
    },
  };
}

/** Sends requests to a replica until it has the store again. @returns the number of the exchange that was answered */
export async function recovered({ get }: Replicas, replica = 0): Promise<number> {
  for (;;) {
    const answer = await get(replica, '/institutions/me/users?limit=1');
    if (answer.status === 200) return numberOf(answer);
    expect(answer.status).toBe(503);
    expect(answer.headers['retry-after']).toBe('1');
    expect(answer.headers['emulator-diagnostic']).toMatch(/the store redis:|another replica has taken/);
  }
}

/** The number of an exchange, which its response carries. */
export function numberOf({ headers }: Response): number {
  return Number(headers['emulator-exchange']);
}
