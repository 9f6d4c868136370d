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
  /** `<token>:<mark>:<replica>`, if it was taken. */
  readonly lease: string;
  /** Whether another replica waits for the lease. */
  readonly isWanted: boolean;
}

/** The reply of `TAKE`: the rest of {@link Missed} as JSON, or how long another replica has the lease, or nothing. */
type Taken = readonly [found?: string | number, state?: string | null, changes?: readonly string[]];

export class Lease {
  readonly id: string;
  readonly context: ReplicaParts;
  /** Number of changes in the copy, stored or not; undefined without a copy. */
  position: number | undefined;
  /** Counts how often the sandbox was replaced; undefined if it is not known. */
  epoch: number | undefined;
  /** Which sandbox the copy is of; empty if it is not to be trusted. */
  generation = '';
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

  /** Runs a script of the sandbox: see {@link RedisStore.run}. @throws StoreError */
  run(script: Script, own: Arguments): Promise<Reply> {
    return this.context.store.run(script, this.id, own, this.#expiry);
  }

  /**
   * Reads what the copy has missed. Undefined if there is no such sandbox.
   * @param takesLease whether to take the lease. If another replica has it, that one is asked for it, and the result is
   *   for how many milliseconds it is still valid there
   */
  async read(takesLease: boolean): Promise<Missed | number | undefined> {
    const { store } = this.context;
    const lease = [takesLease ? store.replica : '', unpredictableHex(8), LEASE_MILLISECONDS];
    const own = [...lease, this.position ?? -1, this.generation];
    const sentAt = performance.now();
    const [found, state = null, changes = []] = (await this.run(TAKE, own)) as Taken;
    if (typeof found !== 'string') return found;
    const missed = { ...(JSON.parse(found) as Missed), state, changes };
    if (takesLease) this.#hold(missed.lease, sentAt);
    return missed;
  }

  /** The copy has everything up to this place. */
  reach({ generation, position, epoch }: LogPosition): void {
    this.generation = generation;
    this.position = position;
    this.epoch = epoch;
  }

  /** Makes the sandbox, and takes its lease. False if there is a sandbox with this ID. */
  async create(state: string): Promise<boolean> {
    const lease = `1:${unpredictableHex(8)}:${this.context.store.replica}`;
    const generation = unpredictableHex(8);
    this.#hold(lease, performance.now());
    this.reach({ generation, position: 0, epoch: 0 });
    return (await this.run(CREATE, [lease, 0, state, generation])) !== LOST;
  }

  /**
   * Runs a script that writes changes behind those so far, and renews the lease.
   * @param length number of the changes
   * @throws StoreError also if the lease is lost, and nothing was written
   */
  async write(change: Script, length: number, own: Arguments): Promise<Reply> {
    const [lease, position, sentAt] = [this.#held, this.position, performance.now()];
    if (lease === undefined || position === undefined)
      throw new StoreError(`sandbox "${this.id}" was changed without its lease`);
    this.position = position + length;
    const reply = await this.run(change, [lease, position, ...own]);
    if (reply === LOST) throw new StoreError(`another replica has taken sandbox "${this.id}" over; try again`);
    if (this.#held === lease) this.#hold(lease, sentAt);
    return reply;
  }

  /** Others may have changed the sandbox: the lease has to be taken again, although what is under way may succeed. */
  invalidate(): void {
    this.#validUntil = 0;
  }

  /** The connection was lost, and another primary may lack what this replica has seen: the copy is read anew. */
  invalidateCopy(): void {
    this.invalidate();
    this.generation = '';
  }

  /** The replica no longer has the lease. Returns the one that it had. */
  lose(): string | undefined {
    const lease = this.#held;
    this.#held = undefined;
    return lease;
  }

  /** Gives the lease up. */
  async release(): Promise<void> {
    const lease = this.lose();
    if (lease !== undefined) await this.run(RELEASE, [lease]);
  }

  /** The sandbox is no longer known. */
  forget(): void {
    this.lose();
    this.position = this.epoch = undefined;
  }

  /** @param since when the request that took or renewed the lease was sent, a reading of `performance.now()` */
  #hold(lease: string, since: number): void {
    this.#held = lease;
    this.#validUntil = since + LEASE_MILLISECONDS;
  }
}
