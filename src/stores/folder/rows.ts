/**
 * The rows of a folder's database. Each opened, reset or loaded sandbox gets a number, which names its rows, so that
 * those of different lives of a sandbox never mix.
 */

import type { SandboxChange } from '../../emulator/domain/sandbox/change.js';
import type { SandboxEntry } from '../../emulator/domain/sandbox/sandboxes.js';
import type { StoredSandbox } from '../../emulator/store/stored-sandbox.js';
import type { Database } from './database.js';
import type { Row } from './write-queue.js';

/** What is known of a sandbox that is not in memory. */
export interface StoredHead extends Pick<SandboxEntry, 'id' | 'clientId' | 'settings'> {
  readonly number: number;
  /** Its place in the order of opening. */
  readonly opened: number;
}

export interface StoredSnapshot {
  /** Place of the first change after it. */
  readonly from: number;
  readonly sandbox: StoredSandbox;
}

function key(kind: string, number: number, place?: number): string {
  const name = `${kind}/${padded(number)}`;
  return place === undefined ? name : `${name}/${padded(place)}`;
}

/** Keys are ordered as texts. */
function padded(number: number): string {
  return String(number).padStart(12, '0');
}

export const KEYS = {
  head: (number: number) => key('head', number),
  /** When the sandbox was last used, in milliseconds since 1970. */
  used: (number: number) => key('used', number),
  snapshot: (number: number) => key('snapshot', number),
  change: (number: number, place: number) => key('change', number, place),
  /** How the keys of all changes begin. */
  changes: (number: number) => `${key('change', number)}/`,
  record: (number: number, exchange: number) => key('record', number, exchange),
  /** The last batch of rows: see `ledger.ts`. */
  batch: (number: number) => key('batch', number),
};

/** A row with a JSON value. */
export function rowOf(key: string, content: StoredHead | StoredSnapshot | SandboxChange | number): Required<Row> {
  return { key, value: JSON.stringify(content) };
}

/** The rows that remove a sandbox. {@link clearDead} deletes its log and journal later. */
export function deadRows(number: number): Row[] {
  return [
    { key: KEYS.head(number) },
    { key: KEYS.used(number) },
    { key: KEYS.snapshot(number) },
    { key: key('dead', number), value: '' },
  ];
}

/** Deletes what is left of a sandbox after {@link deadRows}. */
export async function clearDead(database: Database, number: number): Promise<void> {
  await database.clear(KEYS.changes(number));
  await database.clear(`${key('record', number)}/`);
  await database.write([{ key: key('dead', number) }]);
}

/** What is known of all sandboxes at the start. */
export interface StoredHeads {
  /** In the order of opening. */
  readonly heads: readonly StoredHead[];
  /** When each was last used, in milliseconds since 1970, by its number. */
  readonly usedAt: ReadonlyMap<number, number>;
  /** The numbers of removed sandboxes of which rows are left: see {@link deadRows}. */
  readonly dead: readonly number[];
}

/** @throws StoreError, SyntaxError */
export async function readHeads(database: Database): Promise<StoredHeads> {
  const heads = (await database.entries('head/')).map(([, value]) => JSON.parse(value) as StoredHead);
  const used = await database.entries('used/');
  const dead = await database.keys('dead/');
  return {
    heads: heads.toSorted((a, b) => a.opened - b.opened),
    usedAt: new Map(used.map(([name, value]) => [numberIn(name), Number(value)])),
    dead: dead.map(numberIn),
  };
}

/** The number that a key has behind its kind. */
export function numberIn(name: string): number {
  return Number(name.split('/')[1]);
}
