/** Replicas are replaced one after the other, as `kubectl rollout restart` and a load balancer with health checks do. */

import { setTimeout } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { readyLine, spawnedEmulator, type ReadyLine, type SpawnedEmulator } from '../../cli/id-emulator.js';
import { tokenOf } from '../../institution.js';
import { turningProxy, type Target, type TurningProxy } from '../turning-proxy.js';
import { REDIS_SERVER, RedisServer } from './redis-server.js';

const CLIENTS = 4;
const CHECK_MILLISECONDS = 100;

interface RunningReplica {
  readonly command: SpawnedEmulator;
  readonly target: Target;
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
    const targets: Target[] = [];
    await using proxy = await turningProxy(targets);
    await using commands = new AsyncDisposableStack();
    const start = async (): Promise<RunningReplica & { readonly ready: ReadyLine }> => {
      const command = commands.use(
        spawnedEmulator(['start', '--port', '0', '--log', 'json', '--store', redis.url, '--drain', '1']),
      );
      const ready = await readyLine(command);
      const target: Target = { port: Number(new URL(ready.url).port) };
      targets.push(target);
      return { command, target, ready };
    };
    const old = [await start(), await start()];
    const token = await tokenOf({ ...old[0]!.ready, tokenUrl: `${proxy.url}/oauth/token` });
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
    for (const { command, target } of old) {
      await start();
      expect(await command.end('SIGTERM')).toMatchObject({ code: 0, stderr: '' });
      targets.splice(targets.indexOf(target), 1);
    }
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
