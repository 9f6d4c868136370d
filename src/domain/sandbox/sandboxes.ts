/** The sandboxes of one emulator. */

import type { Sandbox } from './sandbox.js';

/** Separates a client ID from the scenarios that it selects: `demo-institution+token-expired`. */
export const SUFFIX_MARK = '+';

/** Thrown if a sandbox cannot be added or removed. */
export class SandboxConflictError extends Error {
  override readonly name = 'SandboxConflictError';
}

export class Sandboxes {
  /** ID of the sandbox for requests that identify none. */
  readonly #defaultId: string;
  readonly #byId = new Map<string, Sandbox>();
  readonly #idOfClient = new Map<string, string>();
  readonly #idleMilliseconds: number;

  /**
   * @param idleMilliseconds real time after which an unused sandbox counts as removed, except the default one; default:
   * never
   */
  constructor(defaultSandbox: Sandbox, idleMilliseconds = Number.POSITIVE_INFINITY) {
    this.#defaultId = defaultSandbox.id;
    this.#idleMilliseconds = idleMilliseconds;
    this.add(defaultSandbox);
  }

  get default(): Sandbox {
    return this.#byId.get(this.#defaultId)!;
  }

  /** In the order in which they were added. */
  all(): Sandbox[] {
    return [...this.#byId.values()];
  }

  get size(): number {
    return this.#byId.size;
  }

  /** @throws SandboxConflictError if the ID or the client ID is in use */
  add(sandbox: Sandbox): void {
    const { id, clientId } = sandbox;
    if (this.#byId.has(id)) throw new SandboxConflictError(`There is a sandbox "${id}" already.`);
    const owner = this.#idOfClient.get(clientId);
    if (owner !== undefined)
      throw new SandboxConflictError(`The client ID "${clientId}" belongs to sandbox "${owner}" already.`);
    this.#byId.set(id, sandbox);
    this.#idOfClient.set(clientId, id);
  }

  /** Replaces the sandbox with the same ID and client ID. */
  replace(sandbox: Sandbox): void {
    this.#byId.set(sandbox.id, sandbox);
  }

  /** @throws SandboxConflictError if it is the default sandbox */
  remove({ id, clientId }: Sandbox): void {
    if (id === this.#defaultId)
      throw new SandboxConflictError('The default sandbox cannot be removed. Reset it instead.');
    this.#byId.delete(id);
    this.#idOfClient.delete(clientId);
  }

  /** The unused sandboxes, which are to be removed. */
  idle(): Sandbox[] {
    return this.#idleMilliseconds === Number.POSITIVE_INFINITY
      ? []
      : this.all().filter((sandbox) => this.#isIdle(sandbox));
  }

  byId(id: string): Sandbox | undefined {
    const sandbox = this.#byId.get(id);
    return sandbox === undefined || this.#isIdle(sandbox) ? undefined : sandbox;
  }

  /** The sandbox of a client ID, with or without a suffix that selects scenarios. */
  byClientId(clientId: string): Sandbox | undefined {
    for (let end = clientId.length; end > 0; end = clientId.lastIndexOf(SUFFIX_MARK, end - 1)) {
      const id = this.#idOfClient.get(clientId.slice(0, end));
      if (id !== undefined) return this.byId(id);
    }
    return undefined;
  }

  #isIdle({ id, lastUsedAt }: Sandbox): boolean {
    if (this.#idleMilliseconds === Number.POSITIVE_INFINITY || id === this.#defaultId) return false;
    return performance.now() - lastUsedAt > this.#idleMilliseconds;
  }
}
