/** The sandboxes of one emulator. */

import { Sandbox } from './sandbox.js';
import type { SandboxSettings } from './settings.js';

/** Separates a client ID from the scenarios that it selects: `demo-institution+token-expired`. */
export const SUFFIX_MARK = '+';

/**
 * What may be the client ID of a sandbox in one that selects scenarios, the longest first.
 * @param longest length of the longest client ID that a sandbox has
 */
export function* possibleClientIds(clientId: string, longest: number): Generator<string> {
  // Longer parts are no client IDs. Looking up each part of a long text takes minutes: V8 hashes them all.
  let end = clientId.length <= longest ? clientId.length : clientId.lastIndexOf(SUFFIX_MARK, longest);
  for (; end > 0; end = clientId.lastIndexOf(SUFFIX_MARK, end - 1)) yield clientId.slice(0, end);
}

/** Thrown if a sandbox cannot be added or removed. */
export class SandboxConflictError extends Error {
  override readonly name = 'SandboxConflictError';
}

/** A sandbox as the list of them knows it: the sandbox itself, or one that is not in memory. */
export interface SandboxEntry {
  readonly id: string;
  readonly clientId: string;
  /** A reading of `performance.now()`. */
  readonly lastUsedAt: number;
  readonly settings: { readonly [Name in 'name' | 'owner' | 'labels' | 'idleTtl']?: SandboxSettings[Name] | undefined };
}

/** The entry of a sandbox that leaves memory. The next look-up wakes it. */
export function entryOf({ id, clientId, lastUsedAt, settings }: Sandbox): SandboxEntry {
  const { name, owner, labels, idleTtl } = settings;
  return { id, clientId, lastUsedAt, settings: { name, owner, labels, idleTtl } };
}

/** Options of {@link Sandboxes}. */
export interface SandboxesOptions {
  /** ID of the sandbox for requests that identify none. */
  readonly defaultId: string;
  /** Real time after which sandboxes without a time of their own count as unused. Default: never. */
  readonly idleMilliseconds?: number;
  /** Whether others use the sandboxes, too: then it is not known here which are unused. Default: false. */
  readonly isShared?: boolean;
  /** Reads the sandbox of an entry into memory. Default: all entries are sandboxes. */
  readonly wake?: (entry: SandboxEntry) => Sandbox;
}

export class Sandboxes {
  readonly defaultId: string;
  readonly #byId = new Map<string, SandboxEntry>();
  readonly #idOfClient = new Map<string, string>();
  readonly #idleMilliseconds: number;
  readonly #isShared: boolean;
  /** Whether there may be unused ones. */
  #anyEnds: boolean;
  readonly #wake: SandboxesOptions['wake'];
  /** The length of the longest client ID that there ever was. */
  #longestClientId = 0;
  /** How many sandboxes only other replicas have. Negative if they have removed some that are still here. */
  countInOtherReplicas = 0;

  constructor({ defaultId, idleMilliseconds = Number.POSITIVE_INFINITY, isShared = false, wake }: SandboxesOptions) {
    this.defaultId = defaultId;
    this.#idleMilliseconds = idleMilliseconds;
    this.#isShared = isShared;
    this.#anyEnds = idleMilliseconds !== Number.POSITIVE_INFINITY;
    this.#wake = wake;
  }

  get default(): Sandbox {
    return this.#awake(this.#byId.get(this.defaultId)!);
  }

  /** In the order in which they were added. */
  all(): SandboxEntry[] {
    return [...this.#byId.values()];
  }

  /** The sandboxes that are in memory. */
  inMemory(): Sandbox[] {
    return this.all().filter((entry) => entry instanceof Sandbox);
  }

  get size(): number {
    return this.#byId.size + this.countInOtherReplicas;
  }

  /** @throws SandboxConflictError if the ID or the client ID is in use */
  add(entry: SandboxEntry): void {
    const { id, clientId } = entry;
    if (this.#byId.has(id)) throw new SandboxConflictError(`There is a sandbox "${id}" already.`);
    const owner = this.#idOfClient.get(clientId);
    if (owner !== undefined)
      throw new SandboxConflictError(`The client ID "${clientId}" belongs to sandbox "${owner}" already.`);
    this.#byId.set(id, entry);
    this.#anyEnds ||= entry.settings.idleTtl !== undefined;
    this.#idOfClient.set(clientId, id);
    this.#longestClientId = Math.max(this.#longestClientId, clientId.length);
  }

  /** The entry with this ID, used or not. */
  entry(id: string): SandboxEntry | undefined {
    return this.#byId.get(id);
  }

  /** Replaces the entry with the same ID and client ID. */
  replace(entry: SandboxEntry): void {
    this.#anyEnds ||= entry.settings.idleTtl !== undefined;
    this.#byId.set(entry.id, entry);
  }

  /** @throws SandboxConflictError if it is the default sandbox */
  remove(entry: SandboxEntry): void {
    if (entry.id === this.defaultId)
      throw new SandboxConflictError('The default sandbox cannot be removed. Reset it instead.');
    this.drop(entry);
  }

  /** Forgets a sandbox, which may be in other replicas. */
  drop({ id, clientId }: Pick<SandboxEntry, 'id' | 'clientId'>): void {
    this.#byId.delete(id);
    this.#idOfClient.delete(clientId);
  }

  /** The unused sandboxes, which are to be removed. */
  idle(): SandboxEntry[] {
    return this.#anyEnds ? this.all().filter((entry) => this.#isIdle(entry)) : [];
  }

  /** Whether there is a sandbox with this ID. The look-up wakes none. */
  has(id: string): boolean {
    const entry = this.#byId.get(id);
    return entry !== undefined && !this.#isIdle(entry);
  }

  byId(id: string): Sandbox | undefined {
    const entry = this.#byId.get(id);
    return entry === undefined || this.#isIdle(entry) ? undefined : this.#awake(entry);
  }

  /** The sandbox of a client ID, with or without a suffix that selects scenarios. */
  byClientId(clientId: string): Sandbox | undefined {
    for (const own of possibleClientIds(clientId, this.#longestClientId)) {
      const id = this.#idOfClient.get(own);
      if (id !== undefined) return this.byId(id);
    }
    return undefined;
  }

  #awake(entry: SandboxEntry): Sandbox {
    if (entry instanceof Sandbox) return entry;
    const sandbox = this.#wake!(entry);
    this.#byId.set(entry.id, sandbox);
    return sandbox;
  }

  #isIdle({ id, lastUsedAt, settings: { idleTtl } }: SandboxEntry): boolean {
    if (this.#isShared || id === this.defaultId) return false;
    return performance.now() - lastUsedAt > (idleTtl === undefined ? this.#idleMilliseconds : idleTtl * 1_000);
  }
}
