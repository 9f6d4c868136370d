/**
 * Keeps sandboxes in a store. Both planes and the register tell it what happens; without a store there is none, and
 * sandboxes live as long as the process.
 */

import type { Sandbox } from '../domain/sandbox/sandbox.js';
import type { SandboxEntry, Sandboxes } from '../domain/sandbox/sandboxes.js';
import type { Clock } from '../domain/time/clock.js';
import type { JournalLimits, OlderExchanges } from '../journal/journal.js';
import type { Journals } from '../journal/journals.js';
import type { ExchangeRecord } from '../journal/exchange-record.js';
import type { SandboxForm } from './stored-sandbox.js';

/** What a keeper works with. */
export interface KeeperParts {
  readonly form: SandboxForm;
  readonly sandboxes: Sandboxes;
  /** The machine's clock. */
  readonly clock: Clock;
  /** What each journal keeps. */
  readonly journalLimits: JournalLimits;
  /** Bytes of exchanges that all journals keep together. */
  readonly journalBytesInAll: number;
  /** Whether somebody follows the journal of a sandbox, so that it stays in memory. */
  readonly isFollowed: (sandbox: Sandbox) => boolean;
  readonly journals: Journals;
  /** Number of sandboxes that may be open. */
  readonly maxSandboxes: number;
  /** Real milliseconds after which an unused sandbox is removed, except the default one. Infinity: never. */
  readonly idleMilliseconds: number;
  /** Called before a sandbox is opened: it is the one with this number, of all that share the store. */
  readonly onPlace: (number: number) => void;
  /** Called with each sentence that whoever runs the emulator should read. */
  readonly onWarning: (message: string) => void;
  /** Called with each failure of the store, beside those who wait for it. */
  readonly onFailure: (error: Error) => void;
}

export interface SandboxKeeper {
  /** The store, in words for messages: `the folder ./emulator-data`. */
  readonly store: string;
  /** Adds the sandboxes of the store to those of the emulator. They need not be in memory. */
  load(): void;
  /** Reads a sandbox into memory. @throws StoreError */
  wake(entry: SandboxEntry): Sandbox;
  /** The exchanges of the journal that the store has, oldest first. @throws StoreError */
  exchanges(sandbox: Sandbox): OlderExchanges;
  /** A sandbox was opened. */
  opened(sandbox: Sandbox): void;
  /** A sandbox was reset or loaded: `sandbox` takes the place of the one with the same ID, and its journal is empty. */
  replaced(sandbox: Sandbox): void;
  /** The sandbox with this ID was removed. */
  removed(id: string): void;
  /** A sandbox was used by the control plane, so that it is not removed as unused. */
  used(sandbox: Sandbox): void;
  /**
   * Resolves when everything that has changed in the sandbox is stored. A response that shows a change waits for it.
   * @throws StoreError if it could not be stored; the sandbox is then again as the store has it
   */
  stored(sandbox: Sandbox): Promise<void>;
  /** The same for all sandboxes. @throws StoreError */
  allStored(): Promise<void>;
  /** An exchange is over, and its response was sent. */
  recorded(record: ExchangeRecord, sandbox: Sandbox): void;
  /** Stores what is not stored yet, and closes the store. @throws StoreError */
  close(): Promise<void>;
}
