/**
 * The holds of an emulator. A hold lets calls wait until a test releases them, or until the condition of a scenario is
 * met.
 */

import { SandboxHolds } from './sandbox-holds.js';
import type { WaitingCall } from './waiting-call.js';

/** The most calls that an emulator holds. */
const MOST_HELD = 1_000;

/** Why holds do not work with a store that several emulators share. */
export const NEEDS_ONE_EMULATOR = 'Holds need one emulator: start it without a store that others share.';

/** The holds of all sandboxes, which share a limit of held calls. */
export class Holds {
  /** The calls of all sandboxes that are held now. */
  readonly heldCalls = new Set<WaitingCall>();
  readonly #ofSandbox = new Map<string, SandboxHolds>();
  readonly #isShared: boolean;
  /** Whether holds are switched off: no further call is held. */
  isOff = false;

  /** @param options `isShared`: whether other emulators share the store */
  constructor({ isShared }: { readonly isShared: boolean }) {
    this.#isShared = isShared;
  }

  /** The holds of the sandbox with this ID; undefined if the sandbox has had none. */
  existing(sandbox: string): SandboxHolds | undefined {
    return this.#ofSandbox.get(sandbox);
  }

  /** The holds of the sandbox, created on first use. Undefined if there are none, and holds are switched off. */
  of(sandbox: string): SandboxHolds | undefined {
    const known = this.existing(sandbox);
    if (known !== undefined || this.isOff) return known;

    const holds = new SandboxHolds(this.heldCalls, () => this.#refusal());
    this.#ofSandbox.set(sandbox, holds);
    return holds;
  }

  /** Why no further call can be held; undefined if a call can be held. */
  #refusal(): string | undefined {
    if (this.#isShared) return NEEDS_ONE_EMULATOR;
    if (this.heldCalls.size < MOST_HELD) return undefined;
    return `this call was not held: ${MOST_HELD} calls are held already`;
  }

  /** Ends and forgets the holds of a sandbox that was reset or removed. */
  forget(sandbox: string): void {
    this.#ofSandbox.get(sandbox)?.endAll('sandbox-gone');
    this.#ofSandbox.delete(sandbox);
  }

  /** Ends all holds; from now on, no call is held. */
  end(): void {
    this.isOff = true;
    for (const holds of this.#ofSandbox.values()) holds.endAll('shutdown');
    this.#ofSandbox.clear();
  }
}
