import { once } from 'node:events';
import { get, type IncomingMessage } from 'node:http';
import request from 'supertest';
import { expect, onTestFinished } from 'vitest';
import { startEmulator } from '../../../src/index.js';
import { absolute, testExchanges, type Sender } from '../../exchanges.js';
import { fetched } from '../../fetched.js';
import { REDIS_SERVER } from './redis-server.js';
import { numberOf, startReplicas } from './replicas.js';
import { test } from './redis-test.js';

const USERS = '/institutions/me/users?limit=1';

/** Two replicas, which get requests in turn, unless the header `Replica` names one of them. */
async function openReplicas(): Promise<Sender> {
  const shared = await startReplicas();
  onTestFinished(() => shared[Symbol.asyncDispose]());
  let sent = 0;
  return {
    send: ({ method, path, headers: { Replica = String(sent++ % 2), ...headers }, body }) => {
      const address = new URL(absolute(path, 'default'), shared.replicas[Number(Replica)]!.url);
      const authorized = path.startsWith('users') ? { Authorization: `Bearer ${shared.token}`, ...headers } : headers;
      return fetched(address, { method, headers: authorized, body: body ?? null });
    },
  };
}

if (REDIS_SERVER !== undefined) testExchanges(new URL('replicas.yaml', import.meta.url), openReplicas);

test('requests to both replicas at the same time get a number each', async () => {
  await using shared = await startReplicas();
  const answers = await Promise.all(Array.from({ length: 60 }, (_, at) => shared.get(at % 2, USERS)));
  expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200));
  expect(answers.map(numberOf).toSorted((a, b) => a - b)).toEqual(answers.map((_, at) => at + 2));
});

test('two replicas give every sandbox an ID of its own', async () => {
  await using shared = await startReplicas();
  const opened = await Promise.all(Array.from({ length: 20 }, (_, at) => shared.control(at % 2, 'post', '/sandboxes')));
  expect(opened.map(({ status }) => status)).toEqual(opened.map(() => 201));
  expect(new Set(opened.map(({ body }) => (body as { id: string }).id)).size).toBe(20);
});

test('the list of sandboxes has pages, and every replica shows all', async () => {
  await using shared = await startReplicas();
  await Promise.all([0, 1, 0, 1].map((replica) => shared.control(replica, 'post', '/sandboxes')));
  const pages: string[][] = [];
  for (let after = ''; ;) {
    const page = await shared.control(pages.length % 2, 'get', `/sandboxes?limit=2${after}`);
    const { sandboxes, next } = page.body as { sandboxes: { id: string }[]; next?: string };
    pages.push(sandboxes.map(({ id }) => id));
    if (next === undefined) break;
    after = `&after=${next}`;
  }
  expect(pages.map(({ length }) => length)).toEqual([2, 2, 1]);
  expect(pages[0]![0]).toBe('default');
  expect(new Set(pages.flat()).size).toBe(5);
});

test('those who follow a journal at one replica see the exchanges of the other', async () => {
  await using shared = await startReplicas();
  const stream = await follow(`${shared.replicas[0]!.url}/_emulator/sandboxes/default/journal/stream?from=1`);
  const ids: string[] = [];
  const sent = shared.get(1, USERS).then((answer) => answer.status);
  for await (const text of stream) {
    ids.push(...[...text.matchAll(/^id: (\d+)$/gm)].map(([, id]) => id!));
    if (ids.length === 3) break;
  }
  // The stream begins behind the exchange before the first one.
  expect(ids).toEqual(['0', '1', '2']);
  expect(await sent).toBe(200);
});

test('those who follow a journal see each exchange once, also when their replica is so late that it reads the whole state', async () => {
  await using shared = await startReplicas();
  const stream = await follow(`${shared.replicas[0]!.url}/_emulator/sandboxes/default/journal/outlines?from=1`);
  await shared.get(0, USERS);
  // The state is kept as a whole when the changes are as long as this.
  const party = { firstName: 'A'.repeat(70_000) };
  expect((await shared.control(1, 'post', '/sandboxes/default/world/parties').send(party)).status).toBe(201);
  await shared.get(1, USERS);
  await shared.get(0, USERS);
  const events: string[] = [];
  for await (const text of stream) {
    events.push(...[...text.matchAll(/^(?:id: (\d+)|event: (clear|gap))$/gm)].map(([, id, event]) => id ?? event!));
    if (events.at(-1) === '4') break;
  }
  expect(events).toEqual(['0', '1', '2', '3', '4']);
  const listed = await shared.control(0, 'get', '/sandboxes/default/journal');
  expect((listed.body as { exchanges: unknown[] }).exchanges).toHaveLength(4);
});

test('a replica that is closed gives its leases up, so that the other need not wait', async () => {
  await using shared = await startReplicas();
  await shared.get(0, USERS);
  await shared.replicas[0]!.close();
  const answer = await shared.get(1, USERS);
  expect(numberOf(answer)).toBe(3);
});

test('a journal in Redis keeps its last exchanges', async () => {
  await using shared = await startReplicas({ journalSize: 3 });
  for (let at = 0; at < 6; at++) await shared.get(at % 2, USERS);
  await using fresh = await startEmulator({ store: shared.redis.url, journalSize: 3 });
  for (const { url } of [...shared.replicas, fresh]) {
    const { exchanges } = (await request(url).get('/_emulator/sandboxes/default/journal')).body as {
      exchanges: { id: number }[];
    };
    expect(exchanges.map(({ id }) => id)).toEqual([5, 6, 7]);
  }
});

test('replicas without journals tell how many exchanges no journal has', async () => {
  await using shared = await startReplicas({ journalSize: 0 });
  await shared.get(0, USERS);
  await shared.get(0, USERS);

  const response = await request(shared.replicas[1]!.url).get('/_emulator/sandboxes/default/journal');

  expect(response.body).toEqual({ exchanges: [], removedUpTo: 3 });
});

test('unused sandboxes expire after a day, and the default one never', async () => {
  await using shared = await startReplicas();
  const { id } = (await shared.control(0, 'post', '/sandboxes')).body as { id: string };
  const timeToLive = async (sandbox: string): Promise<number> =>
    Number((await shared.redis.send('TTL', `id-emulator:{${sandbox}}:head`)).slice(1));
  expect(await timeToLive(id)).toBeGreaterThan(86_000);
  expect(await timeToLive('default')).toBe(-1);
});

/** A stream whose connection ends with its reader. In Node.js 20 and 22, that of `fetch` stays, and the emulator's end waits for it. */
async function follow(url: string): Promise<AsyncIterable<string>> {
  const [response] = (await once(get(url), 'response')) as [IncomingMessage];
  return response.setEncoding('utf8') as AsyncIterable<string>;
}
