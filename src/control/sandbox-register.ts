/** The sandboxes of an emulator as the control plane keeps them: opened, looked up, reset, removed. */

import type { SandboxSnapshot } from '../domain/sandbox/sandbox-snapshot.js';
import type { Sandbox, SandboxSettings } from '../domain/sandbox/sandbox.js';
import { SandboxConflictError, SUFFIX_MARK, type Sandboxes } from '../domain/sandbox/sandboxes.js';
import type { Journals } from '../journal/journal.js';
import { conflict, notThere } from './problem.js';
import type { SandboxFactory } from './sandbox-factory.js';
import type { SandboxOptions } from './sandbox-options.js';

/** What a register works with. */
export interface RegisterMaterial {
  readonly sandboxes: Sandboxes;
  readonly journals: Journals;
  readonly factory: SandboxFactory;
}

/** An ID that needs no encoding in a URL. */
const PLAIN_ID = /^[A-Za-z0-9._-]{1,100}$/;

export class SandboxRegister {
  readonly #sandboxes: Sandboxes;
  readonly #journals: Journals;
  readonly #factory: SandboxFactory;

  constructor({ sandboxes, journals, factory }: RegisterMaterial) {
    this.#sandboxes = sandboxes;
    this.#journals = journals;
    this.#factory = factory;
  }

  /** In the order in which they were opened, the default one first. */
  all(): Sandbox[] {
    this.#removeIdle();
    return this.#sandboxes.all();
  }

  /** @throws Problem 404 */
  existing(id: string): Sandbox {
    const sandbox = this.#sandboxes.byId(id);
    if (sandbox === undefined) throw notThere(`There is no sandbox "${id}".`);
    sandbox.lastUsedAt = performance.now();
    return sandbox;
  }

  /** Whether it is there; that does not count as use. */
  has(id: string): boolean {
    return this.#sandboxes.byId(id) !== undefined;
  }

  /** @throws Problem 409, OptionsError, DocumentError */
  open(options: SandboxOptions): Sandbox {
    this.#removeIdle();
    let identity = this.#factory.nextIdentity();
    while (this.#sandboxes.byId(identity.id) !== undefined) identity = this.#factory.nextIdentity();
    return this.#add(this.#factory.make(options, identity));
  }

  /** Opens a sandbox for a client that nobody knows; undefined where its ID cannot be one. */
  openFor(clientId: string, clientSecret: string): Sandbox | undefined {
    const [own = ''] = clientId.split(SUFFIX_MARK);
    if (own === '') return undefined;
    this.#removeIdle();
    const free = PLAIN_ID.test(own) && this.#sandboxes.byId(own) === undefined;
    const { id } = free ? { id: own } : this.#factory.nextIdentity();
    return this.#add(this.#factory.make({}, { id, clientId: own, clientSecret }));
  }

  /** Adds a sandbox that goes on from a snapshot, or puts it in the place of the one with its ID. */
  restore(settings: SandboxSettings, snapshot: SandboxSnapshot): Sandbox {
    const sandbox = this.#factory.restore(settings, snapshot);
    const known = this.#sandboxes.byId(settings.id);
    if (known === undefined) return this.#add(sandbox);
    if (known.clientId !== settings.clientId)
      throw conflict(`Sandbox "${settings.id}" has the client ID "${known.clientId}", not "${settings.clientId}".`);
    return this.#replace(known, sandbox);
  }

  /** Makes a sandbox what it was when it was opened; tokens and links that are under way stay good until they expire. */
  reset(id: string): Sandbox {
    const sandbox = this.existing(id);
    return this.#replace(sandbox, this.#factory.again(sandbox));
  }

  /** Resets the default sandbox, and removes all others. */
  resetAll(): void {
    for (const sandbox of this.#sandboxes.all()) {
      if (sandbox !== this.#sandboxes.default) this.#remove(sandbox);
    }
    this.reset(this.#sandboxes.default.id);
  }

  /** @throws Problem 404, or 409 for the default one */
  remove(id: string): void {
    this.#remove(this.existing(id));
  }

  #add(sandbox: Sandbox): Sandbox {
    try {
      this.#sandboxes.add(sandbox);
    } catch (error) {
      throw error instanceof SandboxConflictError ? conflict(error.message) : error;
    }
    return sandbox;
  }

  #replace(old: Sandbox, sandbox: Sandbox): Sandbox {
    this.#sandboxes.replace(sandbox);
    this.#journals.succeed(old, sandbox);
    return sandbox;
  }

  #remove(sandbox: Sandbox): void {
    try {
      this.#sandboxes.remove(sandbox);
    } catch (error) {
      throw error instanceof SandboxConflictError ? conflict(error.message) : error;
    }
    this.#journals.forget(sandbox);
  }

  /** Without a timer: sandboxes cost nothing but memory, and only new ones ask for more of it. */
  #removeIdle(): void {
    for (const sandbox of this.#sandboxes.idle()) this.#remove(sandbox);
  }
}
