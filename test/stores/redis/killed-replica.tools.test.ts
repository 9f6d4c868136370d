import { expect, test } from 'vitest';
import { MAIN, type ReadyLine } from '../../cli/id-emulator.js';
import { SpawnedProcess } from '../../cli/spawned-process.js';
import { tokenOf } from '../../institution.js';
import { REDIS_SERVER, RedisServer } from './redis-server.js';

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

test.skipIf(REDIS_SERVER === undefined)(
  'a replica that is killed while it answers loses nothing, and another one goes on after it',
  async () => {
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
  },
);

test.skipIf(REDIS_SERVER === undefined)('a replica that is told to end answers what it has begun', async () => {
  await using redis = await RedisServer.start();
  await using ended = await spawnReplica(redis.url);
  await using other = await spawnReplica(redis.url);
  const token = await tokenOf(ended.ready);
  const begun = Array.from({ length: 8 }, () => ask(ended.ready, token, 'latency;from="1s";to="1s"'));
  // All of them have arrived when the journal has them.
  const { body } = await fetch(`${other.ready.url}/_emulator/sandboxes/default/journal/stream?from=1`);
  let arrived = 0;
  for await (const chunk of body!) {
    arrived += [
      ...Buffer.from(chunk as Uint8Array)
        .toString()
        .matchAll(/^id: /gm),
    ].length;
    if (arrived === 9) break;
  }
  process.kill(ended.replica.pid, 'SIGTERM');
  expect((await Promise.all(begun)).map(({ status }) => status)).toEqual(begun.map(() => 200));
  expect((await ended.replica.ended).code).toBe(0);
  expect((await ask(other.ready, token)).exchange).toBe(10);
});
