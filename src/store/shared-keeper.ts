/**
 * What keeps the sandboxes of several emulators in one store. A request waits until this emulator has what it needs;
 * where a method returns undefined, there is nothing to wait for. What rejects does so with a `StoreError`.
 */

import type { SandboxKeeper } from './keeper.js';

/** The keeper if other emulators share its store. */
export function sharedKeeper(keeper: SandboxKeeper | undefined): SharedKeeper | undefined {
  return keeper !== undefined && 'replica' in keeper ? (keeper as SharedKeeper) : undefined;
}

/** Figures of a store for metrics, counted since the start. */
export interface StoreFigures {
  /** Sandboxes in the memory of this replica. */
  readonly copies: number;
  /** How often the store had less than this replica had seen. */
  readonly losses: number;
  /** How often this replica took the lease of a sandbox that another one had used. */
  readonly takeovers: number;
}

export interface SharedKeeper extends SandboxKeeper {
  /** The name of this emulator among those that share the store. */
  readonly replica: string;
  readonly figures: StoreFigures;
  /** Loads the default sandbox, or makes it in the store. Called once, before all others. @returns whether it made it */
  start(): Promise<boolean>;
  /** Whether the store replies. Never rejects. */
  isReachable(): Promise<boolean>;
  /** Takes the sandbox for this replica, with all that the others have changed; drops it if it is gone. */
  prepare(id: string): Promise<void> | undefined;
  /** The same for the sandbox of a client ID, with or without a suffix. */
  prepareClient(clientId: string): Promise<void> | undefined;
  /** The same for every sandbox. */
  prepareAll(): Promise<void>;
  /** The same, and reads the journal. */
  prepareJournal(id: string): Promise<void>;
  /** What opening a sandbox needs to know of the others: their number, and the one that has the client ID already. */
  prepareOpening(clientId?: string): Promise<void>;
  /** How many sandboxes are open. */
  countOpen(): Promise<number>;
  /**
   * IDs of sandboxes in the order of opening, with their newest state here, but not taken.
   * @param after the ID before the first one; default: from the first one
   */
  look(limit: number, after?: string): Promise<readonly string[]>;
  /** Keeps the journal of the sandbox up to date until the returned function is called. */
  follow(id: string): () => void;
  /** What the next response of the sandbox has to say about the store. */
  notice(id: string): string | undefined;
}
