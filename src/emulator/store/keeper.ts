/**
 * The keeper keeps sandboxes in a store. The data plane, the control plane and the register of sandboxes notify the
 * keeper of changes. Without a store, there is no keeper, and sandboxes live as long as the process.
 */

import type { Sandbox } from '../domain/sandbox/sandbox.js';
import type { Sandboxes } from '../domain/sandbox/sandboxes.js';
import type { Journals } from '../journal/journals.js';
import type { ExchangeRecord } from '../journal/exchange-record.js';
import type { KeptState } from '../domain/sandbox/change.js';

/** An open store of any kind. */
export interface OpenStore {
  /** Whether other emulators share the store. */
  readonly isShared: boolean;
  /** Connections of this emulator have higher numbers than this. Other emulators with the store use other ranges. */
  readonly connectionsBefore: number;
  /** When the store was made, as a reading of `performance.now()`. */
  readonly madeAt: number;
  /**
   * The private key that signs tokens, as PEM. `createdIn` is where the key is stored, if this call created it.
   * @throws StoreError
   */
  readonly signingKey: (make: () => string) => { readonly pem: string; readonly createdIn?: string };
  /** Makes the keeper of the sandboxes. Called once. */
  readonly keeper: (parts: KeeperParts) => SandboxKeeper;
  /** Closes the store, and its keeper if it has one, before any sandbox was kept. */
  readonly close: () => Promise<void>;
}

/** A sandbox as a store keeps it: plain JSON. */
export interface StoredSandbox extends Pick<Sandbox['settings'], 'id' | 'clientId' | 'clientSecret'> {
  /** The options that the sandbox was made from. */
  readonly options: object;
  readonly kept: KeptState;
}

/** Converts sandboxes to plain data and back. */
export interface SandboxForm {
  write(sandbox: Sandbox): StoredSandbox;
  /** @throws StoreError if the emulator cannot continue the stored sandbox */
  read(stored: StoredSandbox): Sandbox;
}

/** The parts that a keeper works with. */
export interface KeeperParts {
  readonly form: SandboxForm;
  readonly sandboxes: Sandboxes;
  /** Number of exchanges that each journal keeps. */
  readonly journalSize: number;
  readonly journals: Journals;
  /** Real milliseconds after which an unused sandbox is removed, except the default one. Infinity: never. */
  readonly idleMilliseconds: number;
  /** Called before a sandbox is opened, with its number among all sandboxes of the store. */
  readonly onNumber: (value: number) => void;
  /** Called with each failure of the store. Code that waits for the store gets the failure as well. */
  readonly onFailure: (error: Error) => void;
}

/** What keeps the sandboxes of one emulator in a store. */
export interface SandboxKeeper {
  /** The store, in words for messages: `the folder ./emulator-data`. */
  readonly store: string;
  /** This keeper itself, which has more methods if other emulators share its store. Absent: no other emulator does. */
  readonly shared?: SharedKeeper;
  /** Adds all stored sandboxes to the emulator. Absent: a sandbox is added on first use. @throws StoreError */
  load?(): void;
  /** Called when a sandbox was opened. */
  onOpened(sandbox: Sandbox): void;
  /** Called after a reset or an import: `sandbox` replaces the one with the same ID, and its journal is empty. */
  onReplaced(sandbox: Sandbox): void;
  /** Called when the sandbox with this ID was removed. */
  onRemoved(id: string): void;
  /**
   * Resolves when all changes of the sandbox are stored. A response that shows a change waits for this.
   * @param exchange the exchange that made the last changes, whose response is not sent yet
   * @throws StoreError if the changes could not be stored; the sandbox is then as the store has it
   */
  untilStored(sandbox: Sandbox, exchange?: ExchangeRecord): Promise<void>;
  /**
   * Resolves when all sandboxes that were opened, replaced or removed since the last call are stored; with an ID, also
   * all changes of that sandbox.
   * @throws StoreError; SandboxConflictError if another emulator has opened a sandbox with the same client ID
   */
  untilAllStored(id?: string): Promise<void>;
  /** Why the store cannot be used now; undefined if it can be used. Never rejects. */
  trouble(): Promise<string | undefined>;
  /** Called when an exchange is over. */
  onExchangeOver(record: ExchangeRecord, sandbox: Sandbox): void;
  /** Stores all pending changes, and closes the store. @throws StoreError */
  close(): Promise<void>;
}

/**
 * Keeps the sandboxes of several emulators (replicas) in one store. Before a request is handled, this replica takes the
 * sandboxes that it needs: it loads all changes by other replicas, and then is the only one that may change the
 * sandbox. If a method returns undefined, there is nothing to wait for. Promises reject with `StoreError`.
 */
export interface SharedKeeper extends SandboxKeeper {
  /** The name of this replica. */
  readonly replica: string;
  /** Loads the default sandbox, or creates it in the store. Must be called first. */
  start(): Promise<void>;
  /** Takes the sandbox for this replica, with all changes by others. Drops the sandbox if the store lacks it. */
  take(id: string): Promise<void> | undefined;
  /** Takes the sandbox of a client ID, with or without a suffix, for this replica. */
  takeOfClient(clientId: string): Promise<void>;
  /** Takes the sandbox like `take`, but asks the store even if this replica seems to have it already. */
  confirm(id: string): Promise<void>;
  /** Removes all sandboxes except the default sandbox, and takes the default sandbox. */
  removeOthers(): Promise<void>;
  /** Takes the sandbox like `confirm`, and reads its journal. */
  takeWithJournal(id: string): Promise<void>;
  /**
   * Passes the next number of a sandbox to `onNumber`, for an ID that no replica has given yet. Also takes the sandbox
   * with the client ID, if there is one, so that the conflict is noticed.
   */
  prepareOpening(clientId?: string): Promise<void>;
  /** How many sandboxes are open. */
  countOpen(): Promise<number>;
  /**
   * Reads sandboxes without taking them. Resolves to their IDs, in the order of opening.
   * @param after the ID before the first result; default: from the first sandbox
   */
  listIds(limit: number, after?: string): Promise<readonly string[]>;
  /** Keeps the journal of the sandbox up to date until the returned function is called. */
  follow(id: string): () => void;
}
