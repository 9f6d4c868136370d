/** Makes rows fit each other again after some were lost: each sandbox is what its snapshot and the changes until a gap say. */

import type { Database } from './database.js';
import { deadRows, KEYS, type StoredHead, type StoredSnapshot } from './rows.js';
import type { Row } from './write-queue.js';

/** Returns what is known to be missing, in words. @throws StoreError */
export async function repair(database: Database): Promise<string[]> {
  const losses: string[] = [];
  const rows: Row[] = [];
  for (const [, text] of await database.entries('head/')) {
    const { id, number } = JSON.parse(text) as StoredHead;
    const snapshot = database.get(KEYS.snapshot(number));
    if (snapshot === undefined) {
      losses.push(`sandbox "${id}" is lost`);
      rows.push(...deadRows(number));
      continue;
    }
    let { from } = JSON.parse(snapshot) as StoredSnapshot;
    const changes = new Set(await database.keys(KEYS.changes(number)));
    while (changes.delete(KEYS.change(number, from))) from++;
    if (changes.size === 0) continue;
    losses.push(`sandbox "${id}" has lost changes, and ${changes.size} after them with them`);
    rows.push(...[...changes].map((key) => ({ key })));
  }
  await database.write(rows);
  return losses;
}
