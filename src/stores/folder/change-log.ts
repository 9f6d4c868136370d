/** The rows of one sandbox in memory: a snapshot, and a log of the changes since then. */

import type { SandboxChange } from '../../emulator/domain/sandbox/change.js';
import type { Sandbox } from '../../emulator/domain/sandbox/sandbox.js';
import type { SandboxForm, StoredSandbox } from '../../emulator/store/stored-sandbox.js';
import type { Database } from './database.js';
import { KEYS, rowOf, type StoredHead, type StoredSnapshot } from './rows.js';
import type { Row } from './write-queue.js';

/** Length of the shortest log that a snapshot replaces, in characters. */
const SHORTEST_LOG = 65_536;
/** How precisely the time of use is stored, in milliseconds. */
const USE_INTERVAL = 1_000;

export class ChangeLog {
  readonly head: StoredHead;
  /** Whether the sandbox was removed, so that changes are no longer stored. */
  hasEnded = false;
  /** Whether this process has opened the sandbox, so that it has seen every exchange. */
  readonly isNew: boolean;
  /** The places of the first change after the snapshot, and of the next one. */
  #from = 0;
  #next = 0;
  /** Lengths of log and snapshot, in characters. */
  #length = 0;
  #snapshotLength = 0;
  /** When the time of use was stored, by the machine's clock. */
  #usedAt = 0;

  constructor(head: StoredHead, isNew: boolean) {
    this.head = head;
    this.isNew = isNew;
  }

  /**
   * Reads a sandbox: its snapshot, and the changes since then.
   * @throws Error if rows are missing or damaged
   */
  static read(head: StoredHead, database: Database, form: SandboxForm): { sandbox: Sandbox; log: ChangeLog } {
    const text = database.get(KEYS.snapshot(head.number));
    if (text === undefined) throw new Error('it has no snapshot');
    const { from, sandbox: stored } = JSON.parse(text) as StoredSnapshot;
    const sandbox = form.read(stored);
    const log = new ChangeLog(head, false);
    log.#from = log.#next = from;
    log.#snapshotLength = text.length;
    for (;;) {
      const change = database.get(KEYS.change(head.number, log.#next));
      if (change === undefined) return { sandbox, log };
      sandbox.apply(JSON.parse(change) as SandboxChange);
      log.#next += 1;
      log.#length += change.length;
    }
  }

  /**
   * The row of a change; if the log is long enough, a new snapshot in place of it.
   * @param write returns the sandbox with this change
   */
  append(change: SandboxChange, write: () => StoredSandbox): Row[] {
    const row = rowOf(KEYS.change(this.head.number, this.#next), change);
    this.#next += 1;
    this.#length += row.value.length;
    return this.#length > Math.max(SHORTEST_LOG, this.#snapshotLength) ? this.snapshot(write()) : [row];
  }

  /** A new snapshot, in place of the last one and of the log. */
  snapshot(sandbox: StoredSandbox): Row[] {
    const { number } = this.head;
    const row = rowOf(KEYS.snapshot(number), { from: this.#next, sandbox });
    const rows: Row[] = [row];
    for (; this.#from < this.#next; this.#from++) rows.push({ key: KEYS.change(number, this.#from) });
    this.#length = 0;
    this.#snapshotLength = row.value.length;
    return rows;
  }

  /** The row that says that the sandbox was used at this time; none if one was written a moment before. */
  use(now: number): Row[] {
    if (now - this.#usedAt < USE_INTERVAL) return [];
    this.#usedAt = now;
    return [rowOf(KEYS.used(this.head.number), now)];
  }
}
