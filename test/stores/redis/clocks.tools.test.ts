/** The time of a sandbox is that of the store: it never goes back, whatever the clocks of machines show. */

import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { callControl } from '../../cli/call-control.js';
import { readyLine, spawnedEmulator, type ReadyLine } from '../../cli/id-emulator.js';
import type { SpawnedProcess } from '../../cli/spawned-process.js';
import { temporaryFolder } from '../../cli/temporary-folder.js';
import { CAN_SHIFT_CLOCK } from './shifted-clock.js';
import { REDIS_SERVER, RedisServer } from './redis-server.js';
import { recovered, startReplicas, type Replicas } from './replicas.js';

const CLOCK = '/sandboxes/default/clock';
const HOUR = 3_600_000;

interface SkewedReplica extends AsyncDisposable {
  readonly process: SpawnedProcess;
  readonly ready: ReadyLine;
}

/** A replica on a machine whose clock is wrong by so many milliseconds. */
async function startSkewed(store: string, skew: number): Promise<SkewedReplica> {
  const source = `const now = Date.now; Date.now = () => now() + ${skew};`;
  const env = { NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(source)}` };
  const process = spawnedEmulator(['start', '--port', '0', '--log', 'json', '--store', store], { env });
  return { process, ready: await readyLine(process), [Symbol.asyncDispose]: () => process[Symbol.asyncDispose]() };
}

async function timeAt(ready: Pick<ReadyLine, 'url'>, by?: string): Promise<number> {
  const { body } = await callControl<{ time: string }>(
    ready,
    by === undefined ? CLOCK : `${CLOCK}/advance`,
    by === undefined ? undefined : { by },
  );
  return Date.parse(body.time);
}

test.skipIf(REDIS_SERVER === undefined)(
  'a clock never goes back and advances by what was asked, with replicas whose machines are a minute apart',
  async () => {
    await using redis = await RedisServer.start();
    await using ahead = await startSkewed(redis.url, 60_000);
    await using behind = await startSkewed(redis.url, -60_000);
    const start = performance.now();
    const shown = [await timeAt(ahead.ready)];
    for (let turn = 0; turn < 10; turn++) {
      for (const { ready } of [behind, ahead]) {
        shown.push(await timeAt(ready, '1ms'));
        shown.push(await timeAt(turn % 2 === 0 ? ahead.ready : behind.ready));
      }
    }
    expect(shown).toEqual(shown.toSorted((a, b) => a - b));
    const real = performance.now() - start;
    const advanced = shown.at(-1)! - shown[0]!;
    expect(advanced).toBeGreaterThanOrEqual(20);
    expect(advanced).toBeLessThanOrEqual(20 + real + 50);
    // It is the time of Redis, which has the clock of this machine.
    expect(Math.abs(shown[0]! - Date.now())).toBeLessThan(real + 5_000);
  },
);

async function clockOf({ control }: Replicas, replica: number): Promise<number> {
  const answer = await control(replica, 'get', CLOCK);
  expect(answer.status).toBe(200);
  return Date.parse((answer.body as { time: string }).time);
}

test.skipIf(REDIS_SERVER === undefined || !CAN_SHIFT_CLOCK)(
  'a clock goes on when the clock of Redis is set back',
  { timeout: 60_000 },
  async () => {
    await using folder = await temporaryFolder({ time: '0' });
    const file = join(folder.path, 'time');
    await using shared = await startReplicas({}, { redis: await RedisServer.startWithClock(file) });
    const start = performance.now();
    const shown = [await clockOf(shared, 0), await clockOf(shared, 1)];
    await writeFile(file, '-3600');
    // Both before and after the replicas have noticed it.
    for (let turn = 0; turn < 16; turn++) {
      shown.push(await clockOf(shared, turn % 2));
      await sleep(80);
    }
    const advanced = await shared.control(0, 'post', `${CLOCK}/advance`).send({ by: '1h' });
    shown.push(Date.parse((advanced.body as { time: string }).time));
    // A replica that starts now has the same time.
    const real = performance.now() - start;
    expect(shown).toEqual(shown.toSorted((a, b) => a - b));
    expect(shown.at(-1)! - shown[0]!).toBeGreaterThanOrEqual(HOUR);
    expect(shown.at(-1)! - shown[0]!).toBeLessThanOrEqual(HOUR + real + 50);
    await using later = await startReplicas({}, { count: 1, redis: shared.redis });
    expect(Math.abs((await clockOf(later, 0)) - shown.at(-1)!)).toBeLessThan(60_000);
  },
);

test.skipIf(REDIS_SERVER === undefined || !CAN_SHIFT_CLOCK).each([true, false])(
  'a replica that starts after the clock of Redis was set back has the time of before; another one runs: %s',
  { timeout: 60_000 },
  async (anotherRuns) => {
    await using folder = await temporaryFolder({ time: '0' });
    const file = join(folder.path, 'time');
    await using redis = await RedisServer.startWithClock(file);
    const start = performance.now();
    await using before = await startSkewed(redis.url, anotherRuns ? 60_000 : 0);
    const shown = await timeAt(before.ready);
    // It cannot notice that Redis's clock is set.
    process.kill(before.process.pid, anotherRuns ? 'SIGSTOP' : 'SIGKILL');
    await writeFile(file, '-3600');
    const starting = startSkewed(redis.url, 0);
    await sleep(1_500);
    if (anotherRuns) process.kill(before.process.pid, 'SIGCONT');
    await using later = await starting;
    const advanced = (await timeAt(later.ready)) - shown;
    expect(advanced).toBeGreaterThanOrEqual(0);
    expect(advanced).toBeLessThanOrEqual(performance.now() - start + 50);
  },
);

test.skipIf(REDIS_SERVER === undefined || !CAN_SHIFT_CLOCK)(
  'all replicas follow the clock of Redis when it is set forward',
  { timeout: 60_000 },
  async () => {
    await using folder = await temporaryFolder({ time: '0' });
    const file = join(folder.path, 'time');
    await using shared = await startReplicas({}, { redis: await RedisServer.startWithClock(file) });
    const before = await clockOf(shared, 0);
    await writeFile(file, '3600');
    for (const replica of [0, 1])
      await expect.poll(() => clockOf(shared, replica), { timeout: 20_000 }).toBeGreaterThanOrEqual(before + HOUR);
  },
);

test.skipIf(REDIS_SERVER === undefined || !CAN_SHIFT_CLOCK)(
  'when a holder dies and the clock of Redis is set back, others go on after the time of a lease',
  async () => {
    await using folder = await temporaryFolder({ time: '0' });
    const file = join(folder.path, 'time');
    const redis = await RedisServer.startWithClock(file);
    await using killed = await startSkewed(redis.url, 0);
    await using shared = await startReplicas({}, { count: 1, redis });
    expect((await callControl(killed.ready, `${CLOCK}/advance`, { by: '1ms' })).status).toBe(200);
    process.kill(killed.process.pid, 'SIGKILL');
    await killed.process.ended;
    await writeFile(file, '-3600');
    expect(await recovered(shared)).toBeGreaterThan(1);
  },
);
