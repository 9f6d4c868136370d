/**
 * Keeps sandboxes in a store. Both planes and the register tell it what happens; without a store there is none, and
 * sandboxes live as long as the process.
 */

import type { Sandbox } from '../domain/sandbox/sandbox.js';
import type { Sandboxes } from '../domain/sandbox/sandboxes.js';
import type { Journals } from '../journal/journals.js';
import type { ExchangeRecord } from '../journal/exchange-record.js';
import type { KeptState } from '../domain/sandbox/change.js';

/** A store that is open, of any kind. */
export interface OpenStore {
  /** The store in messages: `the folder ./emulator-data`. */
  readonly description: string;
  /** Whether other emulators share it. */
  readonly isShared: boolean;
  /** Connections here have numbers above it: others that share the store have those below. */
  readonly connectionsBefore: number;
  /** When the store was made, as a reading of `performance.now()`. */
  readonly madeAt: number;
  /**
   * The private key that signs the tokens, as PEM; with the place of it, if this call has created it.
   * @throws StoreError
   */
  readonly signingKey: (make: () => string) => { readonly pem: string; readonly createdIn?: string };
  /** Makes what keeps the sandboxes. Called once. */
  readonly keeper: (parts: KeeperParts) => SandboxKeeper;
  /** Closes the store, and its keeper if it has one. For those who have made no use of it yet. */
  readonly close: () => Promise<void>;
}

/** A sandbox as a store keeps it: plain JSON. */
export interface StoredSandbox {
  readonly id: string;
  readonly clientId: string;
  readonly clientSecret: string;
  /** What it was made from. */
  readonly options: object;
  readonly kept: KeptState;
}

/** Writes sandboxes as plain data, and reads them again. */
export interface SandboxForm {
  write(sandbox: Sandbox): StoredSandbox;
  /** @throws StoreError if the emulator cannot go on with it */
  read(stored: StoredSandbox): Sandbox;
}

/** What a keeper works with. */
export interface KeeperParts {
  readonly form: SandboxForm;
  readonly sandboxes: Sandboxes;
  /** Number of exchanges that each journal keeps. */
  readonly journalSize: number;
  readonly journals: Journals;
  /** Real milliseconds after which an unused sandbox is removed, except the default one. Infinity: never. */
  readonly idleMilliseconds: number;
  /** Called before a sandbox is opened: it is the one with this number, of all that share the store. */
  readonly onPlace: (number: number) => void;
  /** Called with each failure of the store, beside those who wait for it. */
  readonly onFailure: (error: Error) => void;
}

export interface SandboxKeeper {
  /** The store, in words for messages: `the folder ./emulator-data`. */
  readonly store: string;
  /** This keeper, if other emulators share its store. */
  readonly shared?: SharedKeeper;
  /** Adds the sandboxes of the store to those of the emulator. Default: each is added on use. @throws StoreError */
  load?(): void;
  /** A sandbox was opened. */
  opened(sandbox: Sandbox): void;
  /** A sandbox was reset or loaded: `sandbox` takes the place of the one with the same ID, and its journal is empty. */
  replaced(sandbox: Sandbox): void;
  /** The sandbox with this ID was removed. */
  removed(id: string): void;
  /**
   * Resolves when everything that has changed in the sandbox is stored. A response that shows a change waits for it.
   * @param exchange the one that has changed it, whose response is not sent yet
   * @throws StoreError if it could not be stored; the sandbox is then again as the store has it
   */
  stored(sandbox: Sandbox, exchange?: ExchangeRecord): Promise<void>;
  /**
   * Resolves when everything is stored that was opened, replaced or removed since the last call, or has changed in the
   * sandbox with this ID.
   * @throws StoreError; SandboxConflictError if another emulator has opened a sandbox with the same client ID
   */
  allStored(id?: string): Promise<void>;
  /** Why the store cannot be used now; undefined if it can. Never rejects. */
  trouble(): Promise<string | undefined>;
  /** An exchange is over, and its response was sent. */
  recorded(record: ExchangeRecord, sandbox: Sandbox): void;
  /** Stores what is not stored yet, and closes the store. @throws StoreError */
  close(): Promise<void>;
}

/**
 * Keeps the sandboxes of several emulators in one store. A request waits until this emulator has what it needs; where a
 * method returns undefined, there is nothing to wait for. What rejects does so with a `StoreError`.
 */
export interface SharedKeeper extends SandboxKeeper {
  /** The name of this emulator among those that share the store. */
  readonly replica: string;
  /** Loads the default sandbox, or makes it in the store. Called first. */
  start(): Promise<void>;
  /** Takes the sandbox for this replica, with all that the others have changed; drops it if the store has none. */
  take(id: string): Promise<void> | undefined;
  /** Takes the sandbox of a client ID, with or without a suffix, for this replica. */
  takeOfClient(clientId: string): Promise<void>;
  /** Takes the sandbox as `take` does, although this replica may have it: the store says whether it still does. */
  confirm(id: string): Promise<void>;
  /** Removes every sandbox but the default one, and takes that. */
  removeOthers(): Promise<void>;
  /** Takes the sandbox as `confirm` does, and reads its journal. */
  takeWithJournal(id: string): Promise<void>;
  /** Takes a number for a new sandbox, and the one that has the client ID it is to have. */
  prepareOpening(clientId?: string): Promise<void>;
  /** How many sandboxes are open. */
  countOpen(): Promise<number>;
  /**
   * Reads sandboxes without taking them. Resolves to their IDs, in the order of opening.
   * @param after the ID before the first one; default: from the first one
   */
  look(limit: number, after?: string): Promise<readonly string[]>;
  /** Keeps the journal of the sandbox up to date until the returned function is called. */
  follow(id: string): () => void;
}
