import { expect } from 'vitest';
import { budget } from '../../budget.js';
import { MAIN, type ReadyLine } from '../../cli/id-emulator.js';
import { SpawnedProcess } from '../../cli/spawned-process.js';
import { tokenOf } from '../../institution.js';
import { RedisServer } from './redis-server.js';
import { expectAllWritten, write } from './writers.js';
import { test } from './redis-test.js';

interface SpawnedReplica extends AsyncDisposable {
  readonly replica: SpawnedProcess;
  readonly ready: ReadyLine;
}

async function spawnReplica(store: string): Promise<SpawnedReplica> {
  const parameters = [MAIN, 'start', '--port', '0', '--log', 'json', '--store', store];
  const replica = new SpawnedProcess(process.execPath, parameters, { cwd: process.cwd(), env: process.env });
  const ready = JSON.parse(await replica.printed(/^\{"event":"ready".*\}$/m)) as ReadyLine;
  return { replica, ready, [Symbol.asyncDispose]: () => replica[Symbol.asyncDispose]() };
}

interface Answer {
  readonly status: number;
  readonly exchange: number;
}

async function ask({ apiUrl }: ReadyLine, token: string, scenario?: string): Promise<Answer> {
  const answer = await fetch(`${apiUrl}/institutions/me/users?limit=1`, {
    headers: { Authorization: `Bearer ${token}`, ...(scenario !== undefined && { 'Emulator-Scenario': scenario }) },
  });
  await answer.arrayBuffer();
  return { status: answer.status, exchange: Number(answer.headers.get('emulator-exchange')) };
}

test('a replica that is killed while it answers loses nothing, and another one goes on after it', async () => {
  await using redis = await RedisServer.start();
  await using killed = await spawnReplica(redis.url);
  await using other = await spawnReplica(redis.url);
  const token = await tokenOf(killed.ready);
  const answers: Answer[] = [];
  // Four clients, until the replica is gone.
  const clients = Array.from({ length: 4 }, async () => {
    for (;;) answers.push(await ask(killed.ready, token));
  });
  while (answers.length < 20) answers.push(await ask(other.ready, token));
  process.kill(killed.replica.pid, 'SIGKILL');
  await Promise.allSettled(clients);

  const after = await ask(other.ready, token);
  expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200));
  const numbers = answers.map(({ exchange }) => exchange);
  expect(new Set(numbers).size).toBe(numbers.length);
  expect(after.status).toBe(200);
  expect(after.exchange).toBeGreaterThan(Math.max(...numbers));
});

const KILLS = budget({ short: 1, long: 12 });
const REQUESTS_FOR_EACH = 400;

test(
  `${KILLS} replicas that are killed beside parallel writers lose nothing, and the others refuse with 503 at most`,
  { timeout: 900_000 },
  async () => {
    await using redis = await RedisServer.start();
    const started = await Promise.all([0, 1, 2].map(() => spawnReplica(redis.url)));
    const token = await tokenOf(started[0]!.ready);
    const restarting: Promise<void>[] = [];
    const restart = async (at: number): Promise<void> => {
      await started[at]!.replica.end('SIGKILL');
      started[at] = await spawnReplica(redis.url);
    };
    const sent = await write(() => started.map(({ ready }) => ready), token, {
      writers: 4,
      requests: KILLS * REQUESTS_FOR_EACH,
      onRequest: (number) => {
        if (number % REQUESTS_FOR_EACH === 100) restarting.push(restart((number / REQUESTS_FOR_EACH) & 1));
      },
    });
    await Promise.all(restarting);

    const survivor = sent.filter(({ replica }) => replica === 2);
    const refused = sent.filter(({ status }) => status !== undefined && status !== 200 && status !== 201);
    expect(restarting).toHaveLength(KILLS);
    expect(survivor.filter(({ status }) => status === undefined)).toEqual([]);
    expect(refused.filter(({ status, retryAfter }) => status !== 503 || retryAfter !== '1')).toEqual([]);
    for (const { ready } of started) await expectAllWritten(ready, sent);
    await Promise.all(started.map((replica) => replica[Symbol.asyncDispose]()));
  },
);

test('a replica that is told to end answers what it has begun', async () => {
  await using redis = await RedisServer.start();
  await using ended = await spawnReplica(redis.url);
  await using other = await spawnReplica(redis.url);
  const token = await tokenOf(ended.ready);
  const begun = Array.from({ length: 8 }, () => ask(ended.ready, token, 'latency;from="1s";to="1s"'));
  // All of them have arrived when the journal has them.
  const { body } = await fetch(`${other.ready.url}/_emulator/sandboxes/default/journal/stream?from=1`);
  let events = '';
  for await (const chunk of body!) {
    events += Buffer.from(chunk as Uint8Array).toString();
    if (events.split('event: exchange\n').length > 9) break;
  }
  process.kill(ended.replica.pid, 'SIGTERM');
  expect((await Promise.all(begun)).map(({ status }) => status)).toEqual(begun.map(() => 200));
  expect((await ended.replica.ended).code).toBe(0);
  expect((await ask(other.ready, token)).exchange).toBe(10);
});
