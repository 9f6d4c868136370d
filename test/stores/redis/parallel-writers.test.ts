/** Whoever writes to one sandbox at the same time, on both planes, is never told that it is unknown or lost. */

import { expect } from 'vitest';
import { budget } from '../../budget.js';
import { tokenOf } from '../../institution.js';
import { startReplicas } from './replicas.js';
import { expectAllWritten, write } from './writers.js';
import { test } from './redis-test.js';

const REQUESTS = budget({ short: 150, long: 3_000 });
const HEAD = 'id-emulator:{default}:head';

const ALL = [1, 2, 3].flatMap((replicas) => [1, 2, 8].map((writers) => ({ replicas, writers })));
const COMBINATIONS = budget({ short: ALL.filter(({ replicas, writers }) => replicas + writers >= 9), long: ALL });

test.each(COMBINATIONS)(
  'at $replicas replicas, $writers parallel writers of each plane are all answered, and all is written once',
  { timeout: 600_000 },
  async ({ replicas, writers }) => {
    await using shared = await startReplicas({ fixture: 'empty' }, { count: replicas });
    const sent = await write(() => shared.replicas, shared.token, { writers, requests: REQUESTS });
    const refused = sent.filter(({ status }) => status !== 200 && status !== 201);
    expect(refused.map(({ status, reason }) => `${status} ${reason}`)).toEqual([]);
    expect(sent).toHaveLength(REQUESTS);
    for (const replica of shared.replicas) await expectAllWritten(replica, sent);
  },
);

test('a replica that is asked once is not kept waiting by another one that is asked all the time', async () => {
  await using shared = await startReplicas({ fixture: 'empty' });
  const [busy, asked] = shared.replicas;
  let [answered, isOver] = [0, false];
  const writing = write(() => [busy!], shared.token, {
    writers: 4,
    requests: Infinity,
    onRequest: (number) => {
      if (isOver) throw new Error('over');
      answered = number;
    },
  });

  const between: number[] = [];
  for (let round = 0; round < 20; round++) {
    const before = answered;
    await write(() => [asked!], shared.token, { writers: 1, requests: 1 });
    between.push(answered - before);
  }
  isOver = true;
  await expect(writing).rejects.toThrow('over');
  expect(Math.max(...between)).toBeLessThan(100);
});

test('a replica that has lost a lease refuses what it cannot write with 503, and never says that the sandbox is unknown', async () => {
  await using shared = await startReplicas({ fixture: 'empty' }, { count: 1 });
  const sent = await write(() => shared.replicas, shared.token, {
    writers: 4,
    requests: REQUESTS,
    onRequest: (number) => {
      // Another replica has taken it, and died, while this one believes that it has it, as after a pause.
      if (number % 20 === 10)
        void shared.redis.send('HSET', HEAD, 'lease', '99:0123456789abcdef:another', 'renewed', '1');
    },
  });
  const refused = sent.filter(({ status }) => status !== 200 && status !== 201);
  expect(refused.filter(({ status, retryAfter }) => status !== 503 || retryAfter !== '1')).toEqual([]);
  expect(refused.length).toBeGreaterThan(0);
  await expectAllWritten(shared.replicas[0]!, sent);
});

test('of two replicas that open the same client ID at once, one does, and the other says that it is taken', async () => {
  await using shared = await startReplicas();
  for (let round = 0; round < 10; round++) {
    const clientId = `ours-${round}`;
    const open = (replica: number, body: object) => shared.control(replica, 'post', '/sandboxes').send(body);
    // A sandbox that is opened beside them is not concerned.
    const both = [0, 1].flatMap((replica) => [open(replica, { clientId }), open(replica, {})]);
    const answers = await Promise.all(both);
    const ours = [answers[0]!, answers[2]!];
    const opened = ours.find(({ status }) => status === 201)?.body as { id: string; clientSecret: string };
    const refused = ours.find(({ status }) => status === 409)?.body as { detail: string };
    expect([answers[1]!.status, answers[3]!.status]).toEqual([201, 201]);
    expect(refused.detail).toBe(`The client ID "${clientId}" belongs to sandbox "${opened.id}" already.`);
    for (const { tokenUrl } of shared.replicas)
      await tokenOf({ tokenUrl, clientId, clientSecret: opened.clientSecret });
  }
});

test('a client ID that was removed and opened again elsewhere is that of its new sandbox everywhere', async () => {
  await using shared = await startReplicas();
  const open = async (replica: number): Promise<{ id: string; clientSecret: string }> =>
    (await shared.control(replica, 'post', '/sandboxes').send({ clientId: 'ours' })).body as {
      id: string;
      clientSecret: string;
    };
  const before = await open(0);
  await shared.control(1, 'delete', `/sandboxes/${before.id}`);
  const { id, clientSecret } = await open(1);
  expect((await shared.control(0, 'get', `/sandboxes/${id}`)).status).toBe(200);
  expect((await shared.control(0, 'get', `/sandboxes/${before.id}`)).status).toBe(404);
  await tokenOf({ tokenUrl: shared.replicas[0]!.tokenUrl, clientId: 'ours', clientSecret });
});
