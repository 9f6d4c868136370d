/** A store that is slow, paused or cut off: 503 that names it, nothing from an old state, nothing half-written. */

import { expect } from 'vitest';
import { startEmulator } from '../../../src/index.js';
import { Link } from './link.js';
import { REDIS_SERVER, RedisServer } from './redis-server.js';
import { numberOf, recovered, startReplicas, type Replicas } from './replicas.js';
import { test } from './redis-test.js';

const USERS = '/institutions/me/users?limit=1';

/** Most of these tests wait for a limit of time, so they wait together. */
const together = REDIS_SERVER === undefined ? test.skip : test.concurrent;

/** A request gets 503 in the format of the service. */
async function expectRefusal(shared: Replicas, trouble: string | RegExp, replica = 0): Promise<void> {
  const answer = await shared.get(replica, USERS);
  expect(answer.status).toBe(503);
  expect(answer.headers['retry-after']).toBe('1');
  expect(answer.headers['emulator-diagnostic']).toMatch(trouble);
  expect(answer.body).toEqual({
    error: 'service_unavailable',
    message: 'The service is temporarily unavailable.',
  });
}

/** The first emulator of a process takes longest to start. */
let starting: Promise<unknown> = startEmulator().then((emulator) => emulator.close());

/** Starts replicas when those of other tests have started: a start keeps the process busy, and a limit might end. */
function startInTurn(...parameters: Parameters<typeof startReplicas>): Promise<Replicas> {
  const started = starting.then(() => startReplicas(...parameters));
  starting = started.catch(() => undefined);
  return started;
}

async function journalOf({ control }: Replicas): Promise<number[]> {
  const answer = await control(0, 'get', '/sandboxes/default/journal');
  return (answer.body as { exchanges: { id: number }[] }).exchanges.map(({ id }) => id);
}

together('a line to the store that stalls is said, and other replicas go on meanwhile', async () => {
  const redis = await RedisServer.start();
  await using link = await Link.to(redis.port);
  await using shared = await startInTurn({}, { redis, stores: [link.url] });
  link.stall();
  await expectRefusal(shared, /the store redis:\S+ does not reply \(no reply within 2000 ms\)/);
  expect((await shared.control(0, 'get', '/health/ready')).status).toBe(503);
  const elsewhere = numberOf(await shared.get(1, USERS));
  link.resume();
  // Never an answer from the state of before.
  expect(await recovered(shared)).toBeGreaterThan(elsewhere);
});

together('a Redis that pauses writing clients is said, and requests go on after the pause', async () => {
  await using shared = await startInTurn({}, { count: 1 });
  await shared.redis.send('CLIENT', 'PAUSE', '60000', 'WRITE');
  await expectRefusal(shared, /does not reply/);
  await shared.redis.send('CLIENT', 'UNPAUSE');
  const number = await recovered(shared);
  expect((await journalOf(shared)).at(-1)).toBe(number);
});

together('a Redis whose process stands still is said, and requests go on when it does', async () => {
  await using shared = await startInTurn({}, { count: 1 });
  process.kill(shared.redis.pid, 'SIGSTOP');
  await expectRefusal(shared, /does not reply/);
  process.kill(shared.redis.pid, 'SIGCONT');
  expect(await recovered(shared)).toBeGreaterThan(1);
});

together('a connection that is cut in the middle of a command leaves nothing half-written', async () => {
  const redis = await RedisServer.start();
  await using link = await Link.to(redis.port);
  await using shared = await startInTurn({}, { count: 1, redis, stores: [link.url] });
  await shared.get(0, USERS);
  // The journal is written then.
  await journalOf(shared);
  link.cut('before its end');
  await expectRefusal(shared, /the store redis:\S+ is not reachable/);
  // The exchange that was refused has not happened.
  expect(await recovered(shared)).toBe(3);
  expect(await journalOf(shared)).toEqual([1, 2, 3]);
});

together('a connection that is cut before the reply loses no number', async () => {
  const redis = await RedisServer.start();
  await using link = await Link.to(redis.port);
  await using shared = await startInTurn({}, { count: 1, redis, stores: [link.url] });
  await shared.get(0, USERS);
  // The journal is written then.
  await journalOf(shared);
  link.cut('before its reply');
  await expectRefusal(shared, /the store redis:\S+ is not reachable/);
  // Redis has the change, and the exchange that has made it, so its number is never given again.
  expect(await recovered(shared)).toBe(4);
  expect(await journalOf(shared)).toEqual([1, 2, 3, 4]);
});

test('a store that is slow makes requests slow, and none is refused', async () => {
  const redis = await RedisServer.start();
  await using link = await Link.to(redis.port);
  await using shared = await startInTurn({}, { count: 1, redis, stores: [link.url] });
  link.delay = 100;
  const answers = await Promise.all([1, 2, 3].map(() => shared.get(0, USERS)));
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
  expect(answers.map(numberOf).toSorted()).toEqual([2, 3, 4]);
  link.delay = 0;
});
