/** Keeps sandboxes in a folder. They are read when they are first used, and then stay in memory. */

import type { Sandbox } from '../../emulator/domain/sandbox/sandbox.js';
import { entryOf, type SandboxEntry } from '../../emulator/domain/sandbox/sandboxes.js';
import type { ExchangeRecord } from '../../emulator/journal/exchange-record.js';
import type { KeeperParts, SandboxKeeper } from '../../emulator/store/keeper.js';
import { StoreError } from '../../emulator/store/store-error.js';
import { clearDead, deadRows, KEYS, rowOf, type StoredHead } from './rows.js';
import { damaged } from './database.js';
import { JournalRows } from './journal-rows.js';
import { ChangeLog } from './change-log.js';
import type { OpenFolder } from './store-folder.js';
import { WriteQueue } from './write-queue.js';

export class FolderKeeper implements SandboxKeeper {
  readonly store: string;
  readonly #folder: OpenFolder;
  readonly #parts: KeeperParts;
  readonly #queue: WriteQueue;
  /** The sandboxes in the folder, by ID. */
  readonly #stored = new Map<string, StoredHead>();
  /** The logs of the sandboxes in memory. */
  readonly #logs = new WeakMap<Sandbox, ChangeLog>();
  readonly #logOfId = new Map<string, ChangeLog>();
  readonly #journals: JournalRows;
  #lastNumber = 0;
  #lastOpened = 0;

  constructor(folder: OpenFolder, parts: KeeperParts) {
    this.store = folder.store;
    this.#folder = folder;
    this.#parts = parts;
    this.#journals = new JournalRows(folder.database, parts.journalSize);
    this.#queue = new WriteQueue((rows) => folder.ledger.write(rows), parts.onFailure);
  }

  load(): void {
    const { heads, usedAt, dead } = this.#folder.content;
    for (const head of heads) {
      this.#stored.set(head.id, head);
      this.#parts.sandboxes.add(this.#entry(head, usedAt.get(head.number)));
      this.#lastNumber = Math.max(this.#lastNumber, head.number);
      this.#lastOpened = head.opened;
    }
    for (const number of dead) {
      this.#lastNumber = Math.max(this.#lastNumber, number);
      this.#clear(number);
    }
  }

  wake({ id, lastUsedAt }: SandboxEntry): Sandbox {
    try {
      const { form } = this.#parts;
      const { sandbox, log } = ChangeLog.read(this.#stored.get(id)!, this.#folder.database, form);
      this.#keep(sandbox, log);
      sandbox.lastUsedAt = lastUsedAt;
      form.endUnknownScenarios(sandbox);
      return sandbox;
    } catch (error) {
      if (error instanceof StoreError) throw error;
      throw damaged(this.store, `sandbox "${id}" cannot be read: ${(error as Error).message}`, error);
    }
  }

  exchanges(sandbox: Sandbox): readonly ExchangeRecord[] {
    const log = this.#logs.get(sandbox);
    // All exchanges of a new sandbox are in memory, also after the store was closed.
    if (log === undefined || log.isNew) return [];
    return this.#journals.exchanges(log.head.number, sandbox.issued.exchanges);
  }

  opened(sandbox: Sandbox): void {
    this.#open(sandbox, ++this.#lastOpened);
  }

  replaced(sandbox: Sandbox): void {
    const before = this.#endLog(sandbox.id)!;
    this.#open(sandbox, before.opened, before);
  }

  removed(id: string): void {
    const head = this.#endLog(id)!;
    this.#queue.add({
      rows: deadRows(head.number),
      done: () => {
        this.#stored.delete(id);
        this.#clear(head.number);
      },
    });
  }

  used(sandbox: Sandbox, at = this.#parts.clock.now()): void {
    const log = this.#logs.get(sandbox);
    if (log === undefined || log.hasEnded) return;
    const rows = log.use(at);
    if (rows.length > 0) this.#queue.add({ rows });
  }

  stored(): Promise<void> {
    return this.#queue.flushed();
  }

  allStored(): Promise<void> {
    return this.#queue.flushed();
  }

  recorded(record: ExchangeRecord, sandbox: Sandbox): void {
    const log = this.#logs.get(sandbox);
    if (log === undefined || log.hasEnded || record.id <= sandbox.forgotten) return;
    const rows = this.#journals.add(log.head.number, record, sandbox.issued.exchanges);
    this.#queue.addLater({ rows });
  }

  async close(): Promise<void> {
    for (const sandbox of this.#parts.sandboxes.inMemory()) this.#storeLastUse(sandbox);
    try {
      await this.#queue.flushed();
    } finally {
      await this.#folder.close();
    }
  }

  /** Writes a new sandbox. @param before the one that it replaces */
  #open(sandbox: Sandbox, opened: number, before?: StoredHead): void {
    this.#lastNumber += 1;
    const { id, clientId, settings } = entryOf(sandbox);
    const head: StoredHead = { id, clientId, settings, number: this.#lastNumber, opened };
    const log = new ChangeLog(head, true);
    this.#keep(sandbox, log);
    this.#queue.add({
      rows: [
        ...(before === undefined ? [] : deadRows(before.number)),
        rowOf(KEYS.head(head.number), head),
        ...log.use(this.#parts.clock.now()),
        ...log.snapshot(this.#parts.form.write(sandbox)),
      ],
      done: () => {
        this.#stored.set(head.id, head);
        if (before !== undefined) this.#clear(before.number);
      },
    });
  }

  /** Stores every change of the sandbox from now on. */
  #keep(sandbox: Sandbox, log: ChangeLog): void {
    this.#logs.set(sandbox, log);
    this.#logOfId.set(sandbox.id, log);
    sandbox.onChange = (change) => {
      if (log.hasEnded) return;
      const rows = log.append(change, () => this.#parts.form.write(sandbox));
      rows.push(...log.use(this.#parts.clock.now()));
      if (change.type === 'forgotten') rows.push(...this.#journals.forget(log.head.number, change.exchange));
      this.#queue.add({ rows });
    };
  }

  #storeLastUse(sandbox: Sandbox): void {
    this.used(sandbox, Math.round(this.#parts.clock.now() - (performance.now() - sandbox.lastUsedAt)));
  }

  /** Stores no more changes of the sandbox in memory. Returns its head. */
  #endLog(id: string): StoredHead | undefined {
    const log = this.#logOfId.get(id);
    this.#logOfId.delete(id);
    if (log !== undefined) log.hasEnded = true;
    return log?.head ?? this.#stored.get(id);
  }

  /** Deletes the rows of an ended life. If that fails, the next start does it. */
  #clear(number: number): void {
    clearDead(this.#folder.database, number).catch(() => undefined);
  }

  /** @param usedAt by the machine's clock; default: now */
  #entry({ id, clientId, settings }: StoredHead, usedAt = this.#parts.clock.now()): SandboxEntry {
    const unused = Math.max(0, this.#parts.clock.now() - usedAt);
    return { id, clientId, settings, lastUsedAt: performance.now() - unused };
  }
}
