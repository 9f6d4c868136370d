/** Rows of a store are written in order, together, and not behind a gap. */

import { expect, test } from 'vitest';
import { type Row, WriteQueue } from '../../../src/stores/folder/write-queue.js';

/** A queue that writes into a list, until it is told to fail. */
function recorded(): { batches: string[][]; lost: string[]; fails: { next: boolean }; queue: WriteQueue } {
  const batches: string[][] = [];
  const lost: string[] = [];
  const fails = { next: false };
  const write = async (rows: readonly Row[]): Promise<void> => {
    await Promise.resolve();
    if (fails.next) throw new Error('full');
    batches.push(rows.map(({ key }) => key));
  };
  const queue = new WriteQueue(write, (_, ids) => lost.push(...ids));
  return { batches, lost, fails, queue };
}

function row(key: string): { sandboxId: string; rows: Row[] } {
  return { sandboxId: key, rows: [{ key, value: '' }] };
}

test('rows of one synchronous run are one batch, and rows that nobody waits for go with them', async () => {
  const { batches, queue } = recorded();
  queue.addLater(row('journal'));
  queue.add(row('a'));
  queue.add(row('b'));
  await queue.flushed();
  expect(batches).toEqual([['journal', 'a', 'b']]);
});

test('what is queued behind a batch that fails is lost with it, and later rows are written', async () => {
  const { batches, lost, fails, queue } = recorded();
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
  expect(new Set(lost)).toEqual(new Set(['a', 'b']));
  queue.add(row('c'));
  await queue.flushed();
  expect(batches).toEqual([['c']]);
});
