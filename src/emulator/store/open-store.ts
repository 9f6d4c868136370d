import type { Clock } from '../domain/time/clock.js';
import type { KeeperParts, SandboxKeeper } from './keeper.js';

/** A store that is open, of any kind. */
export interface OpenStore {
  /** In words for messages: `the folder ./emulator-data`. */
  readonly description: string;
  /** Tells it from every other store. It is the same for all that share it, and after a restart. */
  readonly identity: string;
  /** Whether other emulators share it. */
  readonly isShared: boolean;
  /** Connections count from here: others that share the store have the numbers before. */
  readonly connectionsBefore: number;
  /** When it was made, as a reading of `performance.now()`. */
  readonly madeAt: number;
  /** The time that all who share it have; undefined if that is the machine's. */
  readonly clock?: Clock;
  /**
   * The private key that signs the tokens, as PEM. The first call makes it, and says where it is.
   * @throws StoreError
   */
  readonly signingKey: (make: () => string) => { readonly pem: string; readonly madeIn?: string };
  /** Called once. */
  readonly keeper: (parts: KeeperParts) => SandboxKeeper;
  /** Closes the store, and its keeper if it has one. For those who have made no use of it yet. */
  readonly close: () => Promise<void>;
}
