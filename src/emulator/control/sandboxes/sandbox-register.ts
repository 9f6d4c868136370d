/** The sandboxes of an emulator, as the control plane opens, finds, resets and removes them. */

import type { SandboxSnapshot } from '../../domain/sandbox/snapshot.js';
import { Sandbox } from '../../domain/sandbox/sandbox.js';
import type { SandboxSettings } from '../../domain/sandbox/settings.js';
import { SandboxConflictError } from '../../domain/sandbox/sandboxes.js';
import type { Holds } from '../../holds/holds.js';
import type { SandboxOptions } from '../../options.js';
import { conflict, notFound } from '../problem.js';
import type { OpenSandboxes } from './sandboxes-at-start.js';
import type { SandboxFactory, SandboxIdentity } from './sandbox-factory.js';

/** Options of {@link SandboxRegister}. */
interface SandboxRegisterOptions extends OpenSandboxes {
  readonly factory: SandboxFactory;
  readonly holds: Holds;
  /** Called with the ID of a sandbox before its exchanges are removed. */
  readonly beforeRemovingExchanges: (sandboxId: string) => void;
}

/** Adds, replaces and removes sandboxes, and tells all parts of the emulator that keep something about a sandbox. */
export class SandboxRegister {
  readonly #options: SandboxRegisterOptions;

  constructor(options: SandboxRegisterOptions) {
    this.#options = options;
    options.sandboxes.removeIdle = (sandbox) => this.#remove(sandbox);
  }

  /** Every sandbox in the order of opening; the default one is first. */
  all(): Sandbox[] {
    this.#removeIdle();
    return this.#options.sandboxes.all();
  }

  /** The IDs of the sandboxes that `isWanted` accepts, after the sandbox `after` if given. */
  idsAfter(after: string | undefined, isWanted: (sandbox: Sandbox) => boolean): string[] {
    const all = this.all();
    // The index is -1 if there is no such sandbox. The list then begins with the first one.
    const place = all.findIndex(({ id }) => id === after);
    const later = all.slice(place + 1).filter(isWanted);

    return later.map(({ id }) => id);
  }

  /** The sandbox. The look-up does not count as use. @throws Problem 404 if there is no sandbox with this ID */
  peek(id: string): Sandbox {
    const sandbox = this.#options.sandboxes.byId(id);
    if (sandbox === undefined) throw notFound(`There is no sandbox "${id}".`);
    return sandbox;
  }

  /** The sandbox. The look-up counts as use, so that the sandbox is not idle. @throws Problem 404 if there is none */
  existing(id: string): Sandbox {
    const sandbox = this.peek(id);
    sandbox.lastUsedAt = performance.now();
    return sandbox;
  }

  /** Whether the sandbox exists. The look-up does not count as use. */
  has(id: string): boolean {
    return this.#options.sandboxes.has(id);
  }

  /** Opens a sandbox. @throws Problem 409 if the client ID is taken; OptionsError or DocumentError for the options */
  open(options: SandboxOptions): Sandbox {
    return this.add(() => this.#options.factory.create(options, this.#freeIdentity()));
  }

  /**
   * Adds the sandbox that `make` makes. `make` is called after idle sandboxes were removed, so that it can use their
   * IDs.
   * @throws Problem 409 if its client ID is taken
   */
  add(make: () => Sandbox): Sandbox {
    this.#removeIdle();
    const sandbox = make();
    try {
      this.#options.sandboxes.add(sandbox);
    } catch (error) {
      throw error instanceof SandboxConflictError ? conflict(error.message) : error;
    }

    this.#options.keeper?.onOpened(sandbox);
    return sandbox;
  }

  /**
   * Adds a sandbox that continues from a snapshot. If there is a sandbox with the same ID, the new one replaces it.
   * @throws Problem 409 if the client ID belongs to another sandbox; WorldEventError, RangeError if the snapshot does
   * not fit the settings
   */
  restore(settings: SandboxSettings, snapshot: SandboxSnapshot): Sandbox {
    const sandbox = new Sandbox(settings, snapshot);
    const known = this.#options.sandboxes.byId(settings.id);
    if (known === undefined) return this.add(() => sandbox);
    if (known.clientId !== settings.clientId)
      throw conflict(`Sandbox "${settings.id}" has the client ID "${known.clientId}", not "${settings.clientId}".`);

    return this.#replace(known, sandbox);
  }

  /** Resets a sandbox to its state at opening. Tokens and links stay valid until they expire. @throws Problem 404 */
  reset(id: string): Sandbox {
    const sandbox = this.existing(id);
    return this.#replace(sandbox, this.#options.factory.initialSandbox(sandbox.settings));
  }

  /** Resets the default sandbox, and removes all others. */
  resetAll(): void {
    const id = this.#options.sandboxes.defaultId;
    for (const sandbox of this.#options.sandboxes.all()) if (sandbox.id !== id) this.#remove(sandbox);
    this.reset(id);
  }

  /** Removes a sandbox. @throws Problem 404, or 409 for the default sandbox */
  remove(id: string): void {
    if (id === this.#options.sandboxes.defaultId)
      throw conflict('The default sandbox cannot be removed. Reset it instead.');
    this.#remove(this.existing(id));
  }

  /** The next identity whose ID is free: a stored or restored sandbox may have the next ID already. */
  #freeIdentity(): SandboxIdentity {
    for (;;) {
      const identity = this.#options.factory.nextIdentity();
      if (!this.#options.sandboxes.has(identity.id)) return identity;
    }
  }

  /** Puts the sandbox in the place of an older one with the same ID. */
  #replace(old: Sandbox, sandbox: Sandbox): Sandbox {
    // This comes first, because it still reads the exchanges of the old sandbox.
    this.#options.beforeRemovingExchanges(old.id);
    this.#options.sandboxes.replace(sandbox);
    this.#options.journals.startSuccessor(old, sandbox);
    this.#options.holds.forget(old.id);
    this.#options.keeper?.onReplaced(sandbox);

    return sandbox;
  }

  /** Removes the sandbox, and all that the emulator keeps about it. */
  #remove(sandbox: Sandbox): void {
    const { id } = sandbox;
    // `beforeRemovingExchanges` looks the sandbox up again. Count this as use, so that an idle sandbox is still found.
    sandbox.lastUsedAt = performance.now();
    this.#options.beforeRemovingExchanges(id);
    this.#options.sandboxes.drop(sandbox);
    this.#options.journals.forget(sandbox);
    this.#options.holds.forget(id);
    this.#options.keeper?.onRemoved(id);
  }

  /**
   * Removes unused sandboxes when sandboxes are listed, counted or opened; a look-up removes the one that it meets. No
   * timer is needed: unused sandboxes cost only memory, and only new sandboxes need more memory.
   */
  #removeIdle(): void {
    for (const sandbox of this.#options.sandboxes.idle()) this.#remove(sandbox);
  }
}
