/** The lease of one sandbox in Redis, and the place in its changes that the local copy has reached. */

import { unpredictableHex } from '../../../emulator/domain/time/random.js';
import type { KeeperParts } from '../../../emulator/store/keeper.js';
import { StoreError } from '../../../emulator/store/store-error.js';
import type { Arguments, Reply, Script } from '../script.js';
import type { RedisStore } from '../redis-store.js';
import { CREATE, RELEASE, TAKE } from '../scripts.js';

/** How long a lease lasts without a change, also that of a replica that was killed. */
const LEASE_MILLISECONDS = 2_000;
/** How much earlier a lease counts as over here than in Redis. */
const MARGIN_MILLISECONDS = 250;
/** What scripts that write return if the lease is lost. */
const LOST = 0;

/** What the sandboxes of a replica have in common. */
export interface ReplicaParts extends KeeperParts {
  readonly store: RedisStore;
}

/** A place in the changes of a sandbox. */
interface LogPosition {
  /** Random: another sandbox with the same ID has another one. */
  readonly generation: string;
  /** Number of changes. */
  readonly position: number;
  /** Counts how often the sandbox was replaced, and its journal emptied. */
  readonly epoch: number;
}

/** What a copy of a sandbox has missed, and where it is then. */
export interface Missed extends LogPosition {
  /** The state to begin with; null if the copy continues. */
  readonly state: string | null;
  /** The changes since, the oldest first. */
  readonly changes: readonly string[];
  /** `<token>:<mark>:<replica>`, if this replica has it. */
  readonly lease: string;
  /** Whether another replica waits for the lease. */
  readonly isWanted: boolean;
}

/** The reply of `TAKE`: the rest of {@link Missed} as JSON, or how long another replica has the lease, or nothing. */
type Taken = readonly [found?: string | number, state?: string | null, changes?: readonly string[]];

export class Lease {
  readonly id: string;
  readonly context: ReplicaParts;
  /** Number of changes in the copy, stored or not. */
  position = 0;
  /** Counts how often the sandbox was replaced. */
  epoch = 0;
  /** Which sandbox the copy is of; empty if there is no copy, or if it is not to be trusted. */
  generation = '';
  /** How many of the changes are known to be in the store. */
  #stored = 0;
  #held: string | undefined;
  /** A reading of `performance.now()`. */
  #validUntil = 0;
  /** Milliseconds until the sandbox expires if nobody uses it; 0: never. */
  readonly #expiry: number;

  constructor(id: string, context: ReplicaParts) {
    const expires = id !== 'default' && context.idleMilliseconds !== Number.POSITIVE_INFINITY;
    this.id = id;
    this.context = context;
    this.#expiry = expires ? context.idleMilliseconds : 0;
  }

  /** Whether this replica has taken the lease and not given it up. */
  get mayBeHeld(): boolean {
    return this.#held !== undefined;
  }

  /** Whether no other replica can have the lease. */
  get isValid(): boolean {
    return this.#held !== undefined && performance.now() < this.#validUntil - MARGIN_MILLISECONDS;
  }

  /** What the copy is of, and how far it has come. */
  get place(): string {
    return `${this.generation} ${this.position}`;
  }

  /** Runs a script of the sandbox: see {@link RedisStore.run}. @throws StoreError */
  run(script: Script, own: Arguments): Promise<Reply> {
    return this.context.store.run(script, this.id, own, this.#expiry);
  }

  /**
   * Takes the lease, and reads what the copy has missed. All writes must be over.
   * @returns undefined if there is no such sandbox; a number of milliseconds after which to try again
   * @throws StoreError
   */
  async take(): Promise<Missed | number | undefined> {
    const { place, position } = this;
    const [held, sentAt] = [this.#held, performance.now()];
    const found = await this.#read(this.context.store.replica, held, position);
    if (typeof found !== 'object') return found;

    // Meanwhile, the lease was given up, or a request that had it before has changed a copy that is out of date.
    if (this.#held !== held || (!isKept(found, held) && this.place !== place)) return 0;

    this.#hold(found.lease, sentAt);
    return found;
  }

  /** Asks whether the lease is still held, and the store has what was written. Otherwise it has to be taken again. */
  async confirm(): Promise<void> {
    const [held, sentAt] = [this.#held, performance.now()];
    const found = await this.#read('', held, this.#stored);
    // Meanwhile, it was given up, and perhaps taken again.
    if (this.#held !== held) return;

    if (typeof found === 'object' && isKept(found, held)) this.#hold(found.lease, sentAt);
    else this.#validUntil = 0;
  }

  /** Reads what the copy has missed, whoever has the lease. Undefined if there is no such sandbox. */
  async look(): Promise<Missed | undefined> {
    return (await this.#read('', undefined, this.position)) as Missed | undefined;
  }

  /** Runs `TAKE`. @param replica empty if it is not to take the lease */
  async #read(replica: string, held: string | undefined, from: number): Promise<Missed | number | undefined> {
    const own = [replica, held ?? '', unpredictableHex(8), LEASE_MILLISECONDS, from, this.generation];
    const [found, state = null, changes = []] = (await this.run(TAKE, own)) as Taken;
    return typeof found === 'string' ? { ...(JSON.parse(found) as Missed), state, changes } : found;
  }

  /** The copy has everything up to this place, and it is all stored. */
  reach({ generation, position, epoch }: LogPosition): void {
    this.generation = generation;
    this.position = this.#stored = position;
    this.epoch = epoch;
  }

  /**
   * Makes the sandbox, and takes its lease.
   * @returns the ID of the sandbox that has the client ID: this one if it was made; 0 if there is one with this ID
   */
  async create(state: string, clientId: string): Promise<Reply> {
    const lease = `1:${unpredictableHex(8)}:${this.context.store.replica}`;
    const generation = unpredictableHex(8);
    this.#hold(lease, performance.now());
    this.reach({ generation, position: 0, epoch: 0 });
    return await this.run(CREATE, [lease, 0, state, generation, clientId]);
  }

  /**
   * Runs a script that writes changes behind those so far, and renews the lease.
   * @param length number of the changes
   * @throws StoreError also if the lease is lost, and nothing was written
   */
  async write(change: Script, length: number, own: Arguments): Promise<Reply> {
    const [lease, position, sentAt] = [this.#held, this.position, performance.now()];
    if (lease === undefined) throw new StoreError(`sandbox "${this.id}" was changed without its lease; try again`);

    this.position = position + length;

    const reply = await this.run(change, [lease, position, ...own]);
    if (reply === LOST) throw new StoreError(`another replica has taken sandbox "${this.id}" over; try again`);

    if (this.#held === lease) {
      this.#hold(lease, sentAt);
      this.#stored = position + length;
    }
    return reply;
  }

  /** Another primary may lack what this replica has seen. The lease and the state have to be read anew. */
  invalidate(): void {
    this.#validUntil = 0;
    this.generation = '';
  }

  /** The lease is lost, and it is not known what the store has: the next take installs that. */
  lose(): void {
    this.#held = undefined;
    this.generation = '';
  }

  /** Gives the lease up. */
  async release(): Promise<void> {
    const lease = this.#held;
    this.#held = undefined;
    if (lease !== undefined) await this.run(RELEASE, [lease]);
  }

  /** @param since when the request that took or renewed the lease was sent, a reading of `performance.now()` */
  #hold(lease: string, since: number): void {
    this.#held = lease;
    this.#validUntil = since + LEASE_MILLISECONDS;
  }
}

/** Whether the caller has kept its lease, and everything that is in the store is in its copy. */
function isKept({ lease, state }: Missed, held: string | undefined): boolean {
  return lease === held && state === null;
}
