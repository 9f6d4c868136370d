/** The store fails and comes back: everything recovers by itself, and nothing of before is shown. */

import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { expect } from 'vitest';
import { Link } from './link.js';
import { RedisServer } from './redis-server.js';
import { recovered, startReplicas, type Replicas } from './replicas.js';
import { test } from './redis-test.js';

const USERS = '/institutions/me/users?limit=1';
const LASTING = ['--appendonly', 'yes', '--appendfsync', 'always'];

async function numbersIn({ control }: Replicas, replica = 0): Promise<number[]> {
  const answer = await control(replica, 'get', '/sandboxes/default/journal');
  expect(answer.status).toBe(200);
  return (answer.body as { exchanges: { id: number }[] }).exchanges.map(({ id }) => id);
}

/** Sends the head of a request and a part of its body, and the rest later. */
class SlowClient implements AsyncDisposable {
  received = '';
  readonly #socket: Socket;

  private constructor(socket: Socket) {
    this.#socket = socket;
    socket.setEncoding('utf8').on('data', (text: string) => (this.received += text));
  }

  static async connect(url: string, token: string): Promise<SlowClient> {
    const { hostname, port } = new URL(url);
    const client = new SlowClient(connect(Number(port), hostname));
    const head = [
      'POST /api/v1/verification/generate-link HTTP/1.1',
      `Host: ${hostname}`,
      `Authorization: Bearer ${token}`,
      'Content-Type: application/json',
      'Content-Length: 19',
      'Expect: 100-continue',
    ];
    client.#socket.write(`${head.join('\r\n')}\r\n\r\n`);
    // The server has read the head then.
    while (!client.received.includes('100 Continue')) await once(client.#socket, 'data');
    client.received = '';
    return client;
  }

  async sendRest(): Promise<void> {
    this.#socket.write('{"contractId":"00"}');
    await once(this.#socket, 'end');
  }

  [Symbol.asyncDispose](): Promise<void> {
    this.#socket.destroy();
    return Promise.resolve();
  }
}

test('after a write that failed, the control plane can be read as soon as the store is there again', async () => {
  await using shared = await startReplicas({}, { count: 1, redis: await RedisServer.start(...LASTING) });
  await shared.get(0, USERS);
  await shared.redis.kill();
  expect((await shared.get(0, USERS)).status).toBe(503);
  await shared.redis.restart();
  while ((await shared.control(0, 'get', '/health/ready')).status !== 200);
  expect((await shared.control(0, 'get', '/sandboxes/default/clock')).status).toBe(200);
  expect(await numbersIn(shared)).toEqual([1, 2]);
});

test('scripts that Redis forgets at any moment cost no request and no exchange', async () => {
  await using shared = await startReplicas();
  const answers = [];
  for (let round = 0; round < 4; round++) {
    const sent = Array.from({ length: 6 }, (_, at) => shared.get(at % 2, USERS));
    const sending = Promise.all(sent);
    await shared.redis.send('SCRIPT', 'FLUSH');
    answers.push(...(await sending));
    await shared.redis.send('SCRIPT', 'FLUSH');
  }
  expect(answers.map(({ status, headers }) => headers['emulator-diagnostic'] ?? status)).toEqual(
    answers.map(() => 200),
  );
  expect(await numbersIn(shared)).toEqual(answers.map((_, at) => at + 1).concat(25));
});

test('scripts that Redis forgets again and again cost no request of a replica that many use', async () => {
  await using shared = await startReplicas({}, { count: 1 });
  const over = new AbortController();
  const forgetting = (async () => {
    while (!over.signal.aborted) await shared.redis.send('SCRIPT', 'FLUSH');
  })();
  const statuses = await Promise.all(
    Array.from({ length: 10 }, async () => {
      const own = [];
      for (let nth = 0; nth < 20; nth++) own.push((await shared.get(0, USERS)).status);
      return own;
    }),
  );
  over.abort();
  await forgetting;
  expect(new Set(statuses.flat())).toEqual(new Set([200]));
  expect(await numbersIn(shared)).toEqual(Array.from({ length: 201 }, (_, at) => at + 1));
});

test('exchanges that are answered while an emulator ends are in the journal', async () => {
  await using shared = await startReplicas();
  await using client = await SlowClient.connect(shared.replicas[0]!.url, shared.token);
  const closing = shared.replicas[0]!.close();
  await client.sendRest();
  await closing;
  expect(client.received).toMatch(/^HTTP\/1\.1 [24]/);
  const [number] = /(?<=^emulator-exchange: )\d+/im.exec(client.received)!;
  expect(number).toBe('2');
  expect(await numbersIn(shared, 1)).toEqual([1, 2]);
});

test('after a failover, nothing is read from the memory of a replica that knew the old primary', async () => {
  const redis = await RedisServer.start('--repl-diskless-sync-delay', '0');
  await using next = await RedisServer.start('--replicaof', `127.0.0.1 ${redis.port}`);
  await using links = await Link.to(redis.port);
  await using other = await Link.to(redis.port);
  await using shared = await startReplicas({}, { redis, stores: [links.url, other.url] });
  await shared.control(0, 'post', '/sandboxes/default/clock/freeze').send({ time: '2026-01-31T09:00:00Z' });
  await redis.send('SET', 'marker', '1');
  while ((await next.send('EXISTS', 'marker')) !== ':1\r\n');
  await next.send('REPLICAOF', 'NO', 'ONE');
  // The first replica holds the sandbox at the old primary, and the new one knows nothing of it.
  await shared.get(0, USERS);
  await next.send('DEL', 'id-emulator:{default}:lease');
  await next.send('HDEL', 'id-emulator:{default}:head', 'renewed');
  links.port = other.port = next.port;
  await redis.kill();
  await recovered(shared, 1);
  const frozen = await shared.control(1, 'post', '/sandboxes/default/clock/freeze').send({
    time: '2026-02-01T09:00:00Z',
  });
  expect(frozen.status).toBe(200);
  const read = await shared.control(0, 'get', '/sandboxes/default/clock');
  expect([200, 503]).toContain(read.status);
  if (read.status === 200) expect(read.body).toMatchObject({ time: '2026-02-01T09:00:00.000Z' });
});

test('a sandbox of which Redis has removed a part is gone, the others can be listed, and the default one starts again', async () => {
  await using shared = await startReplicas();
  const { redis, control } = shared;
  const { id } = (await control(0, 'post', '/sandboxes').send({})).body as { id: string };
  await control(0, 'post', `/sandboxes/${id}/clock/advance`).send({ by: '1ms' });
  for (const damaged of [id, 'default']) await redis.send('DEL', `id-emulator:{${damaged}}:snapshot`);
  expect((await control(1, 'get', `/sandboxes/${id}/clock`)).status).toBe(404);
  await recovered(shared, 1);
  const listed = await control(1, 'get', '/sandboxes');
  expect(listed.status).toBe(200);
  expect(JSON.stringify(listed.body)).not.toContain(id);
  expect(await recovered(shared, 0)).toBeGreaterThan(0);
});
