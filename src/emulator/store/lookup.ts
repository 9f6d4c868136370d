/** How requests find their sandboxes: in memory, or in a store that several emulators share. */

import type { Awaitable } from '../../common/awaitable.js';
import type { Sandbox } from '../domain/sandbox/sandbox.js';
import type { Sandboxes } from '../domain/sandbox/sandboxes.js';
import type { SharedKeeper } from './keeper.js';

/** A client that has a sandbox. */
export interface KnownClient {
  readonly sandbox: Sandbox;
  /** The client's ID, with the suffix that selects scenarios. */
  readonly clientId: string;
}

/** Finds sandboxes: at once, except in a shared store. What rejects does so with a `StoreError`. */
export interface SandboxLookup {
  byId(id: string): Awaitable<Sandbox | undefined>;
  /** The first of these client IDs that has a sandbox. */
  ofClient(clientIds: readonly string[]): Awaitable<KnownClient | undefined>;
  default(): Awaitable<Sandbox>;
  /**
   * Makes sure that a sandbox that was found before can be changed now. False if another object has taken its place
   * since: then the request has to find it anew.
   */
  retake(sandbox: Sandbox): Awaitable<boolean>;
}

/** Finds the sandboxes of this emulator alone. */
export function ownLookup(sandboxes: Sandboxes): SandboxLookup {
  return {
    byId: (id) => sandboxes.byId(id),
    ofClient: (clientIds) => {
      for (const clientId of clientIds) {
        const sandbox = sandboxes.byClientId(clientId);
        if (sandbox !== undefined) return { sandbox, clientId };
      }
      return undefined;
    },
    default: () => sandboxes.default,
    retake: () => true,
  };
}

/** Takes the lease of a sandbox before it returns it, with all that other emulators have changed. */
export function sharedLookup(sandboxes: Sandboxes, shared: SharedKeeper): SandboxLookup {
  const own = ownLookup(sandboxes);
  return {
    byId: async (id) => {
      await shared.take(id);
      return sandboxes.byId(id);
    },
    ofClient: async (clientIds) => {
      for (const clientId of clientIds) {
        await shared.takeOfClient(clientId);
        const known = own.ofClient([clientId]);
        if (known !== undefined) return known;
      }
      return undefined;
    },
    default: async () => {
      await shared.take(sandboxes.defaultId);
      return sandboxes.default;
    },
    retake: async (sandbox) => {
      await shared.take(sandbox.id);
      return sandboxes.byId(sandbox.id) === sandbox;
    },
  };
}
