/** The limits of journals in bytes hold in stores, too, and over a restart. */

import { join } from 'node:path';
import request from 'supertest';
import { expect, test } from 'vitest';
import { startEmulator } from '../../src/index.js';
import { JournalQuota } from '../../src/stores/redis/journal/journal-quota.js';
import { RedisStore } from '../../src/stores/redis/redis-store.js';
import { Directory } from '../../src/stores/redis/directory.js';
import { temporaryFolder } from '../cli/temporary-folder.js';
import { tokenOf } from '../institution.js';
import { REDIS_SERVER } from './redis/redis-server.js';
import { startReplicas } from './redis/replicas.js';

const LARGE = '/institutions/me/users?limit=100';

interface ExchangeList {
  readonly exchanges: readonly { readonly id: number }[];
  readonly removedUpTo?: number;
}

async function journalOf({ url }: { readonly url: string }, sandbox = 'default'): Promise<ExchangeList> {
  return (await request(url).get(`/_emulator/sandboxes/${sandbox}/journal`)).body as ExchangeList;
}

/** Sends large requests, one after the other. */
async function ask({ apiUrl }: { readonly apiUrl: string }, token: string, times: number): Promise<void> {
  for (let at = 0; at < times; at++) await request(apiUrl).get(LARGE).auth(token, { type: 'bearer' });
}

/** Checks that there are the exchanges after the removed ones, and no others. */
function expectRest({ exchanges, removedUpTo = 0 }: ExchangeList, last: number): void {
  expect(removedUpTo).toBeGreaterThan(1);
  expect(exchanges.map(({ id }) => id)).toEqual(
    Array.from({ length: last - removedUpTo }, (_, at) => removedUpTo + 1 + at),
  );
}

test('a journal in a folder has its limit in bytes over a restart', async () => {
  await using folder = await temporaryFolder();
  const options = { store: join(folder.path, 'data'), journalBytes: 150_000 };
  const first = await startEmulator(options);
  const token = await tokenOf(first);
  await ask(first, token, 6);
  await first.close();
  await using second = await startEmulator(options);
  expectRest(await journalOf(second), 7);
  await ask(second, token, 6);
  expectRest(await journalOf(second), 13);
});

test('all journals in a folder together have their limit in bytes over a restart', async () => {
  await using folder = await temporaryFolder();
  const options = { store: join(folder.path, 'data'), journalBytesInAll: 1_048_576 };
  const first = await startEmulator(options);
  const oldest = first.sandbox();
  await ask(first, await tokenOf(oldest), 5);
  await first.close();
  await using second = await startEmulator(options);
  await ask(second, await tokenOf(second), 40);
  expect(await journalOf(second, oldest.id)).toEqual({ exchanges: [], removedUpTo: 6 });
  const { exchanges } = await journalOf(second);
  expect(exchanges.at(-1)!.id).toBe(41);
});

test.skipIf(REDIS_SERVER === undefined)('a journal in Redis has its limit in bytes at every replica', async () => {
  await using shared = await startReplicas({ journalBytes: 150_000 });
  for (let at = 0; at < 4; at++) await ask(shared.replicas[at % 2]!, shared.token, 2);
  const lists = [await journalOf(shared.replicas[0]!), await journalOf(shared.replicas[1]!)];
  expectRest(lists[1]!, 9);
  await using fresh = await startEmulator({ store: shared.redis.url, journalBytes: 150_000 });
  expectRest(await journalOf(fresh), 9);
});

test.skipIf(REDIS_SERVER === undefined)('all journals in Redis together have a limit in bytes', async () => {
  await using shared = await startReplicas({}, { count: 1 });
  const [replica] = shared.replicas as [(typeof shared.replicas)[0]];
  await ask(replica, shared.token, 5);
  const opened = await shared.control(0, 'post', '/sandboxes');
  const sandbox = opened.body as { id: string; clientId: string; clientSecret: string };
  await ask(replica, await tokenOf({ ...sandbox, tokenUrl: replica.tokenUrl }), 5);
  const before = [await journalOf(replica), await journalOf(replica, sandbox.id)];
  expect(before.map(({ exchanges }) => exchanges.length)).toEqual([6, 6]);

  const bytes = Number((await shared.redis.send('MEMORY', 'USAGE', `id-emulator:{${sandbox.id}}:journal`)).slice(1));
  const store = await RedisStore.open(shared.redis.url);
  const quota = new JournalQuota(new Directory(store), bytes);
  await quota.sweep();
  quota.stop();
  store.close();
  await using fresh = await startEmulator({ store: shared.redis.url });
  expect(await journalOf(fresh)).toEqual({ exchanges: [], removedUpTo: 6 });
  expectRest(await journalOf(fresh, sandbox.id), 6);
});
