/** A sandbox as a store keeps it: plain JSON. */

import type { KeptState } from '../domain/sandbox/change.js';
import type { Sandbox } from '../domain/sandbox/sandbox.js';

export interface StoredSandbox {
  readonly id: string;
  readonly clientId: string;
  readonly clientSecret: string;
  /** What it was made from, except the fixture. */
  readonly options: Readonly<Record<string, unknown>>;
  /** The name of a shipped fixture, or another one. */
  readonly fixture: string | StoredFixture;
  readonly kept: KeptState;
}

/** A fixture that is not shipped. */
export interface StoredFixture {
  /** Its digest: sandboxes with the same fixture share its world in memory. */
  readonly sha256: string;
  /** Its content as JSON. */
  readonly text: string;
}

/** Writes sandboxes as plain data, and reads them again. */
export interface SandboxForm {
  write(sandbox: Sandbox): StoredSandbox;
  /** @throws StoreError if the emulator cannot go on with it */
  read(stored: StoredSandbox): Sandbox;
}
