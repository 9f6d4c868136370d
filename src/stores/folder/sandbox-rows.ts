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

/** A sandbox as its rows in the database contain it. */
export interface SandboxInRows {
  readonly stored: StoredSandbox;
  /** The changes since the snapshot, oldest first. */
  readonly changes: readonly SandboxChange[];
  /** The exchanges of the journal, oldest first. */
  readonly exchanges: readonly ExchangeRecord[];
  readonly rows: SandboxRows;
}

/** The row that a sandbox begins with. */
interface Snapshot {
  /** Position of the sandbox in the order of opening. */
  readonly opened: number;
  /** Position of the first change after the snapshot. */
  readonly from: number;
  readonly sandbox: StoredSandbox;
}

/** The first part of a key, such as `change/000000000003/000000000017`: see the method `#key`. */
type Kind = 'snapshot' | 'change' | 'record';

/** The rows of one sandbox by the first part of their keys. `place` is the last part of the key. */
type RowsByKind = Record<Kind, [place: number, text: string][]>;

/** Knows which rows a sandbox has in the database, and says what to write. It writes nothing itself. */
export class SandboxRows {
  /** The number of the sandbox, which is the second part of the key of each row. */
  readonly number: number;
  /** Position of the sandbox in the order of opening. A reset sandbox gets a new number, but keeps this position. */
  readonly opened: number;
  /** The position of the first change after the snapshot, and that of the next new change. */
  #firstChange = 0;
  #nextChange = 0;
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
    const rowsByNumber = new Map<number, RowsByKind>();
    for (const [key, value] of entries) {
      const [kind, number, place] = key.split('/') as [Kind, string, string];
      const rows = rowsByNumber.get(Number(number)) ?? { snapshot: [], change: [], record: [] };
      rowsByNumber.set(Number(number), rows);
      rows[kind].push([Number(place), value]);
    }

    const sandboxes = [...rowsByNumber].map(([number, rows]) => SandboxRows.#readOne(number, rows));

    return sandboxes.toSorted((one, other) => one.rows.opened - other.rows.opened);
  }

  static #readOne(number: number, { snapshot, change, record }: RowsByKind): SandboxInRows {
    const [snapshotText] = snapshot.map(([, text]) => text);
    if (snapshotText === undefined) throw new Error(`sandbox number ${number} has no snapshot`);

    const { opened, from, sandbox } = JSON.parse(snapshotText) as Snapshot;
    // Changes are numbered without gaps, so a missing number is a lost row.
    const isWhole = change.every(([place], at) => place === from + at);
    if (!isWhole) throw new Error(`sandbox "${sandbox.id}" lacks changes`);

    const rows = new SandboxRows(number, opened);
    rows.#firstChange = from;
    rows.#nextChange = from + change.length;
    rows.#exchanges = record.map(([exchange]) => exchange);
    const changes = change.map(([, text]) => JSON.parse(text) as SandboxChange);

    return { stored: sandbox, changes, exchanges: record.map(([, text]) => recordIn(text)), rows };
  }

  /** The rows of a new snapshot, which replaces the last one and all changes. */
  snapshot(sandbox: StoredSandbox): Row[] {
    const snapshot: Snapshot = { opened: this.opened, from: this.#nextChange, sandbox };
    const deletions = this.#changeDeletions();
    this.#firstChange = this.#nextChange;

    return [{ key: this.#key('snapshot'), value: JSON.stringify(snapshot) }, ...deletions];
  }

  /**
   * The row of a change; after many changes, the rows of a new snapshot instead.
   * @param write returns the sandbox including this change
   */
  change(change: SandboxChange, write: () => StoredSandbox): Row[] {
    const row = { key: this.#key('change', this.#nextChange), value: JSON.stringify(change) };
    this.#nextChange += 1;

    return this.#nextChange - this.#firstChange > MOST_CHANGES ? this.snapshot(write()) : [row];
  }

  /** The row of an exchange that is over, and older rows to delete. @param size number of exchanges that are kept */
  exchange(record: ExchangeRecord, size: number): Row[] {
    const row = { key: this.#key('record', record.id), value: recordText(record) };
    this.#exchanges.push(record.id);

    return [row, ...this.#exchangeDeletions(Math.max(0, this.#exchanges.length - size))];
  }

  /** The rows to delete because the journal was emptied. */
  journalDeletions(): Row[] {
    return this.#exchangeDeletions(this.#exchanges.length);
  }

  /** The rows that delete everything that the sandbox has in the database. */
  deletions(): Row[] {
    return [{ key: this.#key('snapshot') }, ...this.#changeDeletions(), ...this.journalDeletions()];
  }

  /** Rows that delete the changes since the snapshot: a row without a value deletes its key. */
  #changeDeletions(): Row[] {
    const length = this.#nextChange - this.#firstChange;
    return Array.from({ length }, (_, at) => ({ key: this.#key('change', this.#firstChange + at) }));
  }

  /** Rows that delete the first `count` exchanges. */
  #exchangeDeletions(count: number): Row[] {
    return this.#exchanges.splice(0, count).map((exchange) => ({ key: this.#key('record', exchange) }));
  }

  /** The key of a row. Numbers are padded, because keys are ordered as texts. */
  #key(kind: Kind, place = 0): string {
    const numbers = [this.number, place].map((number) => String(number).padStart(12, '0'));
    return [kind, ...numbers].join('/');
  }
}
