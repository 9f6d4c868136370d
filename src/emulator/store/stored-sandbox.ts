/** A sandbox as a store keeps it: plain JSON. */

import type { KeptState } from '../domain/sandbox/change.js';
import type { Sandbox } from '../domain/sandbox/sandbox.js';

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
