/** The sandboxes of one emulator. */

import type { Sandbox } from './sandbox.js';

/** Separates a client ID from the scenarios that it selects: `demo-institution+token-expired`. */
export const SUFFIX_MARK = '+';

/** The sandbox's client ID within a client ID that may end with a selection of scenarios. */
export function ownClientId(clientId: string): string {
  return clientId.split(SUFFIX_MARK, 1)[0]!;
}

/** Thrown if a sandbox cannot be added. */
export class SandboxConflictError extends Error {
  override readonly name = 'SandboxConflictError';
}

/** The error for a client ID that another sandbox has. @param owner the ID of that sandbox */
export function clientIdTaken(clientId: string, owner: string): SandboxConflictError {
  return new SandboxConflictError(`The client ID "${clientId}" belongs to sandbox "${owner}" already.`);
}

/** Options of {@link Sandboxes}. */
interface SandboxesOptions {
  /** Real time without use after which a sandbox without its own `idleTtl` counts as unused. Infinity: never. */
  readonly idleMilliseconds: number;
  /** Whether other emulators share the sandboxes: then none counts as unused here. */
  readonly isShared: boolean;
}

/** The open sandboxes, by their IDs and by their client IDs. */
export class Sandboxes {
  /** ID of the sandbox for requests that identify no sandbox. */
  readonly defaultId = 'default';
  readonly #byId = new Map<string, Sandbox>();
  readonly #idOfClient = new Map<string, string>();
  readonly #idleMilliseconds: number;
  readonly #isShared: boolean;
  /** Whether any sandbox can count as unused. */
  #anyCanBeIdle: boolean;

  /** Removes an unused sandbox with all that the emulator keeps about it. The register sets it. */
  removeIdle: (sandbox: Sandbox) => void = (sandbox) => this.drop(sandbox);

  constructor({ idleMilliseconds, isShared }: SandboxesOptions) {
    this.#idleMilliseconds = idleMilliseconds;
    this.#isShared = isShared;
    this.#anyCanBeIdle = idleMilliseconds !== Infinity;
  }

  get default(): Sandbox {
    return this.#byId.get(this.defaultId)!;
  }

  /** All sandboxes in the order in which they were added. */
  all(): Sandbox[] {
    return [...this.#byId.values()];
  }

  /** Adds a new sandbox. @throws SandboxConflictError if the ID or the client ID is in use */
  add(sandbox: Sandbox): void {
    const { id, clientId } = sandbox;
    if (this.#byId.has(id)) throw new SandboxConflictError(`There is a sandbox "${id}" already.`);

    const owner = this.#idOfClient.get(clientId);
    if (owner !== undefined) throw clientIdTaken(clientId, owner);

    this.put(sandbox);
  }

  /** Adds a sandbox, as new or as the current state of a shared one. It replaces the outdated one with the same ID. */
  put(sandbox: Sandbox): void {
    const { id, clientId } = sandbox;
    const before = this.#byId.get(id);
    if (before !== undefined) this.drop(before);
    this.replace(sandbox);
    this.#idOfClient.set(clientId, id);
  }

  /** Replaces the sandbox with the same ID and client ID. */
  replace(sandbox: Sandbox): void {
    this.#anyCanBeIdle ||= sandbox.settings.idleTtl !== undefined;
    this.#byId.set(sandbox.id, sandbox);
  }

  /** Forgets a sandbox here. Other replicas may still have it. */
  drop({ id, clientId }: Sandbox): void {
    this.#byId.delete(id);
    // Another replica may have given the client ID to a newer sandbox.
    if (this.#idOfClient.get(clientId) === id) this.#idOfClient.delete(clientId);
  }

  /** The unused sandboxes, for removal. */
  idle(): Sandbox[] {
    return this.#anyCanBeIdle ? this.all().filter((sandbox) => this.#isIdle(sandbox)) : [];
  }

  /** Whether there is a sandbox with this ID. One that is unused for too long is removed. */
  has(id: string): boolean {
    return this.byId(id) !== undefined;
  }

  /** The sandbox with this ID; undefined if there is none. One that is unused for too long is removed. */
  byId(id: string): Sandbox | undefined {
    const sandbox = this.#byId.get(id);
    if (sandbox !== undefined && this.#isIdle(sandbox)) this.removeIdle(sandbox);

    return this.#byId.get(id);
  }

  /** The sandbox of a client ID, with or without a suffix that selects scenarios. */
  byClientId(clientId: string): Sandbox | undefined {
    const id = this.#idOfClient.get(ownClientId(clientId));
    return id === undefined ? undefined : this.byId(id);
  }

  /** Whether nobody has used the sandbox for so long that it can be removed. */
  #isIdle({ id, lastUsedAt, responsesUnderWay, settings }: Sandbox): boolean {
    if (this.#isShared || id === this.defaultId || responsesUnderWay > 0) return false;

    const { idleTtl } = settings;
    const longest = idleTtl === undefined ? this.#idleMilliseconds : idleTtl * 1_000;
    return performance.now() - lastUsedAt > longest;
  }
}
