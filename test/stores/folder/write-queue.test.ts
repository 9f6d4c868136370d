/** Rows of a store are written in order, together, and not behind a gap. */

import { expect, test } from 'vitest';
import { type Row, WriteQueue } from '../../../src/stores/folder/write-queue.js';

/** A queue that writes into a list, until it is told to fail. */
function recorded(): { batches: string[][]; failures: string[]; fails: { next: boolean }; queue: WriteQueue } {
  const batches: string[][] = [];
  const failures: string[] = [];
  const fails = { next: false };
  const write = async (rows: readonly Row[]): Promise<void> => {
    await Promise.resolve();
    if (fails.next) throw new Error('full');
    batches.push(rows.map(({ key }) => key));
  };
  const queue = new WriteQueue(write, ({ message }) => {
    failures.push(message);
  });
  return { batches, failures, fails, queue };
}

function row(key: string): { rows: Row[] } {
  return { rows: [{ key, value: '' }] };
}

test('rows of one synchronous run are one batch, and rows that nobody waits for go with them', async () => {
  const { batches, queue } = recorded();
  queue.addLater(row('journal'));
  queue.add(row('a'));
  queue.add(row('b'));
  await queue.flushed();
  expect(batches).toEqual([['journal', 'a', 'b']]);
});

test('after a batch that fails, nothing is written any more', async () => {
  const { batches, failures, fails, queue } = recorded();
  fails.next = true;
  queue.add(row('a'));
  const first = queue.flushed();
  await Promise.resolve();
  await Promise.resolve();
  queue.add(row('b'));
  const second = queue.flushed();
  await expect(first).rejects.toThrow('full');
  fails.next = false;
  await expect(second).rejects.toThrow('full');
  queue.add(row('c'));
  await expect(queue.flushed()).rejects.toThrow('full');
  expect(batches).toEqual([]);
  expect(failures).toEqual(['full']);
});
