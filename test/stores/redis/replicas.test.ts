import { once } from 'node:events';
import { get, type IncomingMessage } from 'node:http';
import request from 'supertest';
import { expect } from 'vitest';
import { startEmulator } from '../../../src/index.js';
import { numberOf, startReplicas } from './replicas.js';
import { test } from './redis-test.js';

const USERS = '/institutions/me/users?limit=1';

test('a token that one replica issued is valid at the other', async () => {
  await using shared = await startReplicas();
  expect((await shared.get(1, USERS)).status).toBe(200);
});

test('requests to both replicas are one history of the sandbox', async () => {
  await using shared = await startReplicas();
  const numbers: number[] = [];
  for (const replica of [0, 1, 0, 0, 1, 1]) numbers.push(numberOf(await shared.get(replica, USERS)));
  expect(numbers).toEqual([2, 3, 4, 5, 6, 7]);
});

test('requests to both replicas at the same time get a number each', async () => {
  await using shared = await startReplicas();
  const answers = await Promise.all(Array.from({ length: 60 }, (_, at) => shared.get(at % 2, USERS)));
  expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200));
  expect(answers.map(numberOf).toSorted((a, b) => a - b)).toEqual(answers.map((_, at) => at + 2));
});

test('the journal is the same at both replicas, and has every exchange', async () => {
  await using shared = await startReplicas();
  for (const replica of [0, 1, 1, 0]) await shared.get(replica, USERS);
  const journals = [
    await shared.control(0, 'get', '/sandboxes/default/journal'),
    await shared.control(1, 'get', '/sandboxes/default/journal'),
  ].map(({ body }) => (body as { exchanges: { id: number; path: string; status: number }[] }).exchanges);
  const outlines = journals.map((exchanges) => exchanges.map(({ id, path, status }) => `${id} ${path} ${status}`));
  expect(outlines[0]).toHaveLength(5);
  expect(outlines[1]).toEqual(outlines[0]);
});

test('a scenario that one replica activated counts its calls at both', async () => {
  await using shared = await startReplicas();
  const activated = await shared
    .control(1, 'post', '/sandboxes/default/scenarios')
    .send({ scenario: 'bad-gateway', parameters: { times: 3 } });
  expect(activated.status).toBe(201);
  const statuses: number[] = [];
  for (const replica of [0, 1, 0, 1]) statuses.push((await shared.get(replica, USERS)).status);
  expect(statuses).toEqual([502, 502, 502, 200]);
});

test('a clock that was stopped at one replica is stopped at the other', async () => {
  await using shared = await startReplicas();
  await shared.control(0, 'post', '/sandboxes/default/clock/freeze').send({ time: '2026-01-31T09:00:00Z' });
  expect((await shared.control(1, 'get', '/sandboxes/default/clock')).body).toEqual({
    time: '2026-01-31T09:00:00.000Z',
    frozen: true,
  });
});

test('a sandbox that one replica opened serves its client at the other', async () => {
  await using shared = await startReplicas();
  const opened = await shared.control(0, 'post', '/sandboxes').send({ name: 'checkout' });
  const { id, clientId, clientSecret } = opened.body as { id: string; clientId: string; clientSecret: string };
  const answer = await request(shared.replicas[1]!.tokenUrl)
    .post('')
    .type('form')
    .send({ grant_type: 'client_credentials', client_id: clientId, client_secret: clientSecret });
  expect(answer.status).toBe(200);
  expect((await shared.control(0, 'get', `/sandboxes/${id}`)).body).toMatchObject({ name: 'checkout', exchanges: 1 });
});

test('two replicas give every sandbox an ID of its own', async () => {
  await using shared = await startReplicas();
  const opened = await Promise.all(Array.from({ length: 20 }, (_, at) => shared.control(at % 2, 'post', '/sandboxes')));
  expect(opened.map(({ status }) => status)).toEqual(opened.map(() => 201));
  expect(new Set(opened.map(({ body }) => (body as { id: string }).id)).size).toBe(20);
});

test('a client ID that was taken at one replica is refused by the other', async () => {
  await using shared = await startReplicas();
  await shared.control(0, 'post', '/sandboxes').send({ clientId: 'ours' });
  expect((await shared.control(1, 'post', '/sandboxes').send({ clientId: 'ours' })).status).toBe(409);
});

test('a sandbox that one replica removed is gone at the other', async () => {
  await using shared = await startReplicas();
  const { id } = (await shared.control(0, 'post', '/sandboxes')).body as { id: string };
  expect((await shared.control(1, 'get', `/sandboxes/${id}`)).status).toBe(200);
  expect((await shared.control(0, 'delete', `/sandboxes/${id}`)).status).toBe(204);
  expect((await shared.control(1, 'get', `/sandboxes/${id}`)).status).toBe(404);
});

test('a reset at one replica empties world and journal at the other', async () => {
  await using shared = await startReplicas();
  await shared.get(1, USERS);
  expect((await shared.control(0, 'post', '/sandboxes/default/reset')).status).toBe(200);
  expect((await shared.control(1, 'get', '/sandboxes/default/journal')).body).toEqual({ exchanges: [] });
  expect(numberOf(await shared.get(1, USERS))).toBe(1);
});

test('a reset of the whole emulator removes what other replicas have opened', async () => {
  await using shared = await startReplicas();
  await Promise.all([0, 1, 1].map((replica) => shared.control(replica, 'post', '/sandboxes')));
  expect((await shared.control(0, 'post', '/reset')).status).toBe(204);
  const { sandboxes } = (await shared.control(1, 'get', '/sandboxes')).body as { sandboxes: { id: string }[] };
  expect(sandboxes.map(({ id }) => id)).toEqual(['default']);
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

test('a hold is refused, and what a scenario would hold passes', async () => {
  await using shared = await startReplicas();
  const reason = 'Holds need one emulator: start it without a store that others share.';
  const refused = await shared.control(0, 'post', '/sandboxes/default/holds').send({ operation: 'getUsers' });
  expect([refused.status, (refused.body as { detail: string }).detail]).toEqual([409, reason]);
  await shared.control(0, 'post', '/sandboxes/default/scenarios').send({ scenario: 'hold' });
  const passed = await shared.get(0, USERS);
  expect([passed.status, passed.headers['emulator-diagnostic']]).toEqual([200, expect.stringContaining(reason)]);
});
