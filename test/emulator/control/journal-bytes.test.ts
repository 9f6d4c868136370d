/** Journals are limited in bytes: the oldest exchanges go first, and it is said. */

import { expect, test } from 'vitest';
import { startControlledEmulator, type TestSandbox } from './controlled-emulator.js';

const LARGE = '/institutions/me/users?limit=100';

interface ExchangeList {
  readonly exchanges: readonly { readonly id: number }[];
  readonly removedUpTo?: number;
}

const journalOf = ({ done }: TestSandbox) => done<ExchangeList>('get', '/journal');

test('a journal that has too many bytes removes its oldest exchanges, and says so', async () => {
  const controlled = await startControlledEmulator({ journalBytesInAll: 1_048_576 });
  const sandbox = await controlled.open();
  expect(await journalOf(sandbox)).not.toHaveProperty('removedUpTo');
  for (let at = 0; at < 40; at++) await sandbox.get(LARGE);
  const { exchanges, removedUpTo } = await journalOf(sandbox);
  expect(removedUpTo).toBeGreaterThan(1);
  expect(exchanges.map(({ id }) => id)).toEqual(
    Array.from({ length: 41 - removedUpTo! }, (_, at) => removedUpTo! + 1 + at),
  );
  expect((await sandbox.control('get', '/journal/1')).body).toMatchObject({
    status: 404,
    detail: `There is no exchange 1 in the journal of sandbox "${sandbox.id}"; exchanges up to ${removedUpTo} were removed because journals are limited in bytes (--journal-bytes-in-all).`,
  });
  await sandbox.done('delete', '/journal');
  expect(await journalOf(sandbox)).toEqual({ exchanges: [] });
  await controlled.close();
});

test('journals of many sandboxes have a bound in bytes together', async () => {
  const controlled = await startControlledEmulator({ journalBytesInAll: 1_048_576 });
  const [oldest, newest] = [await controlled.open(), await controlled.open()];
  for (let at = 0; at < 10; at++) await oldest.get(LARGE);
  for (let at = 0; at < 40; at++) await newest.get(LARGE);
  const lists = [await journalOf(oldest), await journalOf(newest)];
  const kept = JSON.stringify(lists).length;
  expect(lists[0]).toEqual({ exchanges: [], removedUpTo: 11 });
  expect(lists[1]!.exchanges.at(-1)!.id).toBe(41);
  expect(kept).toBeLessThan(1.5 * 1_048_576);
  await controlled.close();
});
