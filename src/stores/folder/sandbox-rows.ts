/**
 * The rows of one sandbox in the database: a snapshot, the changes since then, and the last exchanges. Each opened,
 * reset or loaded sandbox gets a new number, which is part of the keys of its rows. So old and new rows never mix.
 */

import type { SandboxChange } from '../../emulator/domain/sandbox/change.js';
import type { ExchangeRecord } from '../../emulator/journal/exchange-record.js';
import type { StoredSandbox } from '../../emulator/store/keeper.js';
import { recordIn, recordText } from '../stored-record.js';
import type { Row } from './database.js';

/** After this many changes, a new snapshot replaces them. */
const MOST_CHANGES = 1_000;

/** The content of a sandbox's rows. */
export interface SandboxInRows {
  readonly stored: StoredSandbox;
  /** The changes since the snapshot, oldest first. */
  readonly changes: readonly SandboxChange[];
  /** The oldest first. */
  readonly exchanges: readonly ExchangeRecord[];
  readonly rows: SandboxRows;
}

interface Snapshot {
  /** Position of the sandbox in the order of opening. */
  readonly opened: number;
  /** Position of the first change after the snapshot. */
  readonly from: number;
  readonly sandbox: StoredSandbox;
}

/** The first part of a key. */
type Kind = 'snapshot' | 'change' | 'record';
/** The rows of one sandbox, each with the place in its key. */
type RowsByKind = Record<Kind, [place: number, text: string][]>;

export class SandboxRows {
  readonly number: number;
  readonly opened: number;
  /** The positions of the first change after the snapshot, and of the next new change. */
  #from = 0;
  #next = 0;
  /** The numbers of the exchanges that have rows. */
  #exchanges: number[] = [];

  /** @param opened position of the sandbox in the order of opening; default: the number */
  constructor(number: number, opened = number) {
    this.number = number;
    this.opened = opened;
  }

  /**
   * The sandboxes of a database, in the order of opening.
   * @throws Error if rows are missing or damaged
   */
  static read(entries: readonly (readonly [key: string, value: string])[]): SandboxInRows[] {
    const found = new Map<number, RowsByKind>();
    for (const [key, value] of entries) {
      const [kind, number, place] = key.split('/') as [Kind, string, string];
      const rows = found.get(Number(number)) ?? { snapshot: [], change: [], record: [] };
      found.set(Number(number), rows);
      rows[kind].push([Number(place), value]);
    }

    const sandboxes = [...found].map(([number, rows]) => SandboxRows.#readOne(number, rows));

    return sandboxes.toSorted((one, other) => one.rows.opened - other.rows.opened);
  }

  static #readOne(number: number, { snapshot: [only], change, record }: RowsByKind): SandboxInRows {
    if (only === undefined) throw new Error(`sandbox number ${number} has no snapshot`);

    const { opened, from, sandbox } = JSON.parse(only[1]) as Snapshot;
    const isWhole = change.every(([place], at) => place === from + at);
    if (!isWhole) throw new Error(`sandbox "${sandbox.id}" lacks changes`);

    const rows = new SandboxRows(number, opened);
    rows.#from = from;
    rows.#next = from + change.length;
    rows.#exchanges = record.map(([exchange]) => exchange);
    const changes = change.map(([, text]) => JSON.parse(text) as SandboxChange);

    return { stored: sandbox, changes, exchanges: record.map(([, text]) => recordIn(text)), rows };
  }

  /** The rows of a new snapshot, which replaces the last one and all changes. */
  snapshot(sandbox: StoredSandbox): Row[] {
    const snapshot: Snapshot = { opened: this.opened, from: this.#next, sandbox };
    const deletions = this.#withoutChanges();
    this.#from = this.#next;

    return [{ key: this.#key('snapshot'), value: JSON.stringify(snapshot) }, ...deletions];
  }

  /**
   * The row of a change; after many changes, the rows of a new snapshot instead.
   * @param write returns the sandbox including this change
   */
  change(change: SandboxChange, write: () => StoredSandbox): Row[] {
    const row = { key: this.#key('change', this.#next), value: JSON.stringify(change) };
    this.#next += 1;

    return this.#next - this.#from > MOST_CHANGES ? this.snapshot(write()) : [row];
  }

  /** The row of an exchange that is over, and older rows to delete. @param size number of exchanges that are kept */
  exchange(record: ExchangeRecord, size: number): Row[] {
    const row = { key: this.#key('record', record.id), value: recordText(record) };
    this.#exchanges.push(record.id);

    return [row, ...this.#withoutExchanges(Math.max(0, this.#exchanges.length - size))];
  }

  /** The rows to delete because the journal was emptied. */
  withoutJournal(): Row[] {
    return this.#withoutExchanges(this.#exchanges.length);
  }

  /** All rows, to delete them. */
  removal(): Row[] {
    return [{ key: this.#key('snapshot') }, ...this.#withoutChanges(), ...this.withoutJournal()];
  }

  /** Rows that delete the changes since the snapshot: a row without a value deletes its key. */
  #withoutChanges(): Row[] {
    const length = this.#next - this.#from;
    return Array.from({ length }, (_, at) => ({ key: this.#key('change', this.#from + at) }));
  }

  /** Rows that delete the first `count` exchanges. */
  #withoutExchanges(count: number): Row[] {
    return this.#exchanges.splice(0, count).map((exchange) => ({ key: this.#key('record', exchange) }));
  }

  /** The key of a row. Numbers are padded, because keys are ordered as texts. */
  #key(kind: Kind, place = 0): string {
    return [kind, ...[this.number, place].map((number) => String(number).padStart(12, '0'))].join('/');
  }
}
