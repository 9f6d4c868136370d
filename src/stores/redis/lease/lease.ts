/** The lease of one sandbox in Redis, and the position in its changes that the local copy has reached. */

import { unpredictableHex } from '../../../emulator/domain/time/random.js';
import type { KeeperParts } from '../../../emulator/store/keeper.js';
import { StoreError } from '../../../emulator/store/store-error.js';
import type { Arguments, Reply, Script } from '../script.js';
import type { RedisStore } from '../redis-store.js';
import { CREATE, RELEASE, TAKE } from '../scripts.js';

/** How long a lease lasts if it is not renewed, for example because its replica was killed. */
const LEASE_MILLISECONDS = 2_000;
/** How long a released lease is reserved for the replica that has waited longest. */
const RESERVED_MILLISECONDS = 200;
/** A replica takes its lease for over this much earlier than Redis does, so that two replicas never both have it. */
const MARGIN_MILLISECONDS = 250;
/** A script that writes replies this, and writes nothing, if the caller has lost the lease. */
const LOST = 0;

/** The parts that all sandboxes of a replica share. */
export interface ReplicaParts extends KeeperParts {
  readonly store: RedisStore;
}

/** A position in the changes of a sandbox. */
type LogPosition = Readonly<Pick<Lease, 'generation' | 'position' | 'epoch'>>;

/** The changes that a copy of a sandbox has missed, and the position after them. */
export interface Missed extends LogPosition {
  /** The state to begin with; null if the copy continues. */
  readonly state: string | null;
  /** The changes since the state or the copy, oldest first. */
  readonly changes: readonly string[];
  /** The lease, `<token>:<mark>:<replica>`, if this replica has it. */
  readonly lease: string;
  /** Whether another replica waits for the lease. */
  readonly isWanted: boolean;
}

/**
 * The reply of `TAKE`. `found` is one of these:
 *
 * - a text: the other members of {@link Missed} as JSON;
 * - a number: for how many milliseconds another replica still has the lease;
 * - absent: there is no such sandbox.
 */
type Taken = readonly [found?: string | number, state?: string | null, changes?: readonly string[]];

/** An argument of `TAKE` in place of a replica. With it, `TAKE` reads, and nobody takes the lease. */
const NOBODY = '';

/** Takes, renews and releases the lease of a sandbox. It never changes the copy. */
export class Lease {
  readonly id: string;
  readonly context: ReplicaParts;
  /** Number of changes in the copy. The last ones may not be stored yet. */
  position = 0;
  /** Counts how often the sandbox was replaced, and its journal emptied. */
  epoch = 0;
  /**
   * A random text that distinguishes sandboxes which have had the same ID; empty if there is no copy, or if the copy
   * cannot be trusted.
   */
  generation = '';
  /** The number of changes that are known to be in the store. */
  #stored = 0;
  /** The lease, `<token>:<mark>:<replica>`, that this replica has taken; undefined if it has none. */
  #held: string | undefined;
  /** The end of the lease, a reading of `performance.now()`. */
  #validUntil = 0;
  /** Milliseconds until the sandbox expires if nobody uses it; 0: never. */
  readonly #expiry: number;

  constructor(id: string, context: ReplicaParts) {
    // The default sandbox always exists, so it never expires.
    const expires = id !== 'default' && context.idleMilliseconds !== Number.POSITIVE_INFINITY;
    this.id = id;
    this.context = context;
    this.#expiry = expires ? context.idleMilliseconds : 0;
  }

  /** Whether this replica has taken the lease and not given it up. The lease may have expired. */
  get mayBeHeld(): boolean {
    return this.#held !== undefined;
  }

  /** Whether this replica certainly has the lease now. */
  get isValid(): boolean {
    return this.#held !== undefined && performance.now() < this.#validUntil - MARGIN_MILLISECONDS;
  }

  /** The generation of the copy, and its position, for comparison. */
  get place(): string {
    return `${this.generation} ${this.position}`;
  }

  /** Runs a script of the sandbox: see {@link RedisStore.run}. @throws StoreError */
  run(script: Script, own: Arguments): Promise<Reply> {
    return this.context.store.run(script, this.id, own, this.#expiry);
  }

  /**
   * Takes the lease, and reads the changes that the copy has missed. All writes must be over.
   * @returns undefined if there is no such sandbox; a number: the milliseconds after which to try again
   * @throws StoreError
   */
  async take(): Promise<Missed | number | undefined> {
    const { place, position } = this;
    const held = this.#held;
    const sentAt = performance.now();
    const missed = await this.#read(this.context.store.replica, held, position);
    if (typeof missed !== 'object') return missed;

    // The replica may have given its lease up while the store was asked. Then it must ask again, at once.
    const wasGivenUp = this.#held !== held;
    // A request has changed the copy while the store was read, so what was read does not fit the copy any more.
    const isOutdated = !isKept(missed, held) && this.place !== place;
    if (wasGivenUp || isOutdated) return 0;

    this.#hold(missed.lease, sentAt);
    return missed;
  }

  /** Asks the store whether it still has this lease and all written changes. If not, the lease must be taken again. */
  async confirm(): Promise<void> {
    const held = this.#held;
    const sentAt = performance.now();
    const missed = await this.#read(NOBODY, held, this.#stored);
    // The lease was given up meanwhile, and perhaps taken again, so the reply is about an old lease.
    if (this.#held !== held) return;

    if (typeof missed === 'object' && isKept(missed, held)) this.#hold(missed.lease, sentAt);
    else this.#validUntil = 0;
  }

  /** Reads the changes that the copy has missed, without the lease. Undefined if there is no such sandbox. */
  async readMissed(): Promise<Missed | undefined> {
    // The reply is never a number: only a replica that wants the lease is told how long another one has it.
    return (await this.#read(NOBODY, undefined, this.position)) as Missed | undefined;
  }

  /**
   * Runs `TAKE`.
   * @param replica takes the lease; {@link NOBODY} only reads
   * @param held the lease that the replica has
   * @param from the position after which changes are read
   */
  async #read(replica: string, held: string | undefined, from: number): Promise<Missed | number | undefined> {
    const scriptArguments = [replica, held ?? '', unpredictableHex(8), LEASE_MILLISECONDS, from, this.generation];
    const [found, state = null, changes = []] = (await this.run(TAKE, scriptArguments)) as Taken;
    return typeof found === 'string' ? { ...(JSON.parse(found) as Missed), state, changes } : found;
  }

  /** Notes that the copy has all changes up to this position, and that all of them are stored. */
  setPosition({ generation, position, epoch }: LogPosition): void {
    this.generation = generation;
    this.position = this.#stored = position;
    this.epoch = epoch;
  }

  /**
   * Creates the sandbox, and takes its lease.
   * @returns the ID of the sandbox with the client ID: this one if it was created; 0 if the ID is in use
   */
  async create(state: string, clientId: string): Promise<Reply> {
    const lease = `1:${unpredictableHex(8)}:${this.context.store.replica}`;
    const generation = unpredictableHex(8);
    this.#hold(lease, performance.now());
    this.setPosition({ generation, position: 0, epoch: 0 });

    return await this.run(CREATE, [lease, 0, state, generation, clientId]);
  }

  /**
   * Runs a script that appends changes, and renews the lease.
   * @param length the number of changes
   * @throws StoreError also if the lease is lost; nothing was written then
   */
  async write(change: Script, length: number, own: Arguments): Promise<Reply> {
    const { position } = this;
    const lease = this.#held;
    const sentAt = performance.now();
    if (lease === undefined) throw new StoreError(`sandbox "${this.id}" was changed without its lease; try again`);

    this.position = position + length;

    const reply = await this.run(change, [lease, position, ...own]);
    if (reply === LOST) throw new StoreError(`another replica has taken sandbox "${this.id}" over; try again`);

    // If the lease was lost or taken anew while Redis wrote, the reply says nothing about the present lease.
    if (this.#held === lease) {
      this.#hold(lease, sentAt);
      this.#stored = position + length;
    }

    return reply;
  }

  /** Forces a new read of lease and state: after a failover, the new primary may lack changes of this copy. */
  invalidate(): void {
    this.#validUntil = 0;
    this.generation = '';
  }

  /** Notes that the lease is lost and the state of the store unknown. The next take installs that state. */
  lose(): void {
    this.#held = undefined;
    this.generation = '';
  }

  /** Gives the lease up. */
  async release(): Promise<void> {
    const lease = this.#held;
    this.#held = undefined;
    if (lease !== undefined) await this.run(RELEASE, [lease, LEASE_MILLISECONDS - RESERVED_MILLISECONDS]);
  }

  /**
   * Notes that this replica has the lease from now on. The lease counts from the request, not from its reply, so
   * that it never ends here later than in Redis.
   * @param since when the request that took or renewed the lease was sent, a reading of `performance.now()`
   */
  #hold(lease: string, since: number): void {
    this.#held = lease;
    this.#validUntil = since + LEASE_MILLISECONDS;
  }
}

/** Whether the caller has kept its lease, and its copy needs no new state. */
function isKept({ lease, state }: Missed, held: string | undefined): boolean {
  return lease === held && state === null;
}
