/** Replicas are replaced one after the other, as `kubectl rollout restart` and a load balancer with health checks do. */

import { setTimeout } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { readyLine, spawnedEmulator, type ReadyLine } from '../../cli/id-emulator.js';
import { tokenOf } from '../../institution.js';
import { turningProxy, type Target, type TurningProxy } from '../turning-proxy.js';
import { REDIS_SERVER, RedisServer } from './redis-server.js';

const CLIENTS = 4;
const CHECK_MILLISECONDS = 100;

interface RunningReplica extends AsyncDisposable {
  readonly ready: ReadyLine;
  readonly target: Target;
  readonly end: () => Promise<unknown>;
}

async function startReplica(store: string): Promise<RunningReplica> {
  const command = spawnedEmulator(['start', '--port', '0', '--log', 'json', '--store', store]);
  const ready = await readyLine(command);
  return {
    ready,
    target: { port: Number(new URL(ready.url).port) },
    end: () => command.end('SIGTERM'),
    [Symbol.asyncDispose]: () => command[Symbol.asyncDispose](),
  };
}

/** What a load balancer does all the time: asks each replica whether it is ready. */
async function check(targets: readonly Target[], proxy: TurningProxy, until: AbortSignal): Promise<void> {
  while (!until.aborted) {
    for (const target of targets) {
      target.isUp = await isReady(target);
      if (!target.isUp) proxy.leave(target);
    }
    await setTimeout(CHECK_MILLISECONDS);
  }
}

async function isReady({ port }: Target): Promise<boolean> {
  try {
    return (await fetch(`http://127.0.0.1:${port}/_emulator/health/ready`)).status === 200;
  } catch {
    return false;
  }
}

test.skipIf(REDIS_SERVER === undefined)(
  'two replicas are replaced behind a proxy with health checks, and no request fails',
  { timeout: 60_000 },
  async () => {
    await using redis = await RedisServer.start();
    await using first = await startReplica(redis.url);
    await using second = await startReplica(redis.url);
    const targets = [first.target, second.target];
    await using proxy = await turningProxy(targets);
    const token = await tokenOf({ ...first.ready, tokenUrl: `${proxy.url}/oauth/token` });
    const over = new AbortController();
    const checks = check(targets, proxy, over.signal);
    const answers: { status: number; exchange: number }[] = [];
    const clients = Array.from({ length: CLIENTS }, async () => {
      while (!over.signal.aborted) {
        const answer = await fetch(`${proxy.url}/api/v1/institutions/me/users?limit=1`, {
          headers: { Authorization: `Bearer ${token}` },
        });
        await answer.arrayBuffer();
        answers.push({ status: answer.status, exchange: Number(answer.headers.get('emulator-exchange')) });
      }
    });
    const replace = async (old: RunningReplica): Promise<RunningReplica> => {
      const replica = await startReplica(redis.url);
      targets.push(replica.target);
      expect(await old.end()).toMatchObject({ code: 0, stderr: '' });
      targets.splice(targets.indexOf(old.target), 1);
      return replica;
    };
    await using third = await replace(first);
    await using fourth = await replace(second);
    expect(targets).toEqual([third.target, fourth.target]);
    const before = answers.length;
    while (answers.length < before + 20) await setTimeout(CHECK_MILLISECONDS);
    over.abort();
    await Promise.all([...clients, checks]);
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
    const numbers = answers.map(({ exchange }) => exchange).toSorted((a, b) => a - b);
    // The first exchange was the request for the token.
    expect(numbers).toEqual(numbers.map((_, at) => at + 2));
  },
);
