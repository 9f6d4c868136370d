/** One sandbox in Redis: its lease, its state as a snapshot and the changes since, its journal. All of them opaque texts. */

import type { Clock } from '../emulator/domain/time/clock.js';
import { unpredictableHex } from '../emulator/domain/time/random.js';
import { journalChannel, keysOf, replicaChannel, type SandboxKeys } from './keys.js';
import type { RedisConnection } from './connection/redis-connection.js';
import type { Reply } from './connection/redis-nodes.js';
import type { JournalLimits } from '../emulator/journal/journal.js';
import { CLEAR, RECORD } from './journal/journal-scripts.js';
import type { RedisStore } from './redis-store.js';
import {
  missedOf,
  type CaughtUp,
  type JournalEntries,
  type Lease,
  type Missed,
  type SeenPlace,
  type StreamEntry,
  type Taken,
} from './sandbox-log-replies.js';
import { APPEND, CREATE, DESTROY, KEEP, READ, RELEASE, REMOVE, REPLACE, TAKE } from './scripts.js';

/** What a log needs of its store: the name of this replica, which no other has, and the time that all share. */
type StoreParts = Pick<RedisStore, 'connection' | 'clock' | 'replica'>;

/** A lease is over after so long without a change. A replica that was killed is replaced then. */
export const LEASE_MILLISECONDS = 2_000;

const NOTHING_SEEN: SeenPlace = { generation: '', position: 0, mark: '' };

/** How long a sandbox may be used until its expiry is renewed, in milliseconds. */
const LONGEST_UNRENEWED = 60_000;

export class SandboxLog {
  readonly #redis: RedisConnection;
  readonly #clock: Clock;
  readonly #replica: string;
  readonly #id: string;
  readonly #keys: SandboxKeys;
  readonly #expiry: number;
  /** A reading of `performance.now()`. */
  #expiryDue = 0;

  /** @param expiry milliseconds until an unused sandbox expires; 0: never */
  constructor({ connection, clock, replica }: StoreParts, id: string, expiry: number) {
    this.#redis = connection;
    this.#clock = clock;
    this.#replica = replica;
    this.#id = id;
    this.#keys = keysOf(id);
    this.#expiry = expiry;
  }

  /**
   * Takes the lease, or asks the replica that has it.
   * @param from the position of this replica's copy; undefined if it has none
   */
  async take(from: number | undefined, seen: SeenPlace = NOTHING_SEEN): Promise<Taken> {
    const { head, snapshot, log, journal, waiting } = this.#keys;
    const mark = unpredictableHex(8);
    const reply = (await this.#redis.run(
      TAKE,
      [head, snapshot, log, journal, waiting],
      [
        this.#replica,
        mark,
        this.#clock.now(),
        LEASE_MILLISECONDS,
        from ?? -1,
        seen.generation,
        seen.position,
        seen.mark,
        this.#id,
        replicaChannel(''),
        this.#expiry,
      ],
    )) as readonly Reply[];
    const [is, first, waitingCount, caught, shown] = reply;
    if (is === 'none') return { is };
    if (is === 'held') return { is, milliseconds: Number(first) };
    return {
      is: 'taken',
      lease: { text: String(first), mark },
      isWanted: Number(waitingCount) > 0,
      missed: missedOf(caught as CaughtUp, seen),
      shownUntil: Number(shown),
    };
  }

  /** Reads without the lease. Undefined if there is no such sandbox. */
  async read(from: number | undefined, seen: SeenPlace = NOTHING_SEEN): Promise<Missed | undefined> {
    const { head, snapshot, log } = this.#keys;
    const args = [from ?? -1, seen.generation, seen.position, seen.mark];
    const [is, caught] = (await this.#redis.run(READ, [head, snapshot, log], args)) as readonly Reply[];
    return is === 'none' ? undefined : missedOf(caught as CaughtUp, seen);
  }

  /** Appends changes after a position. False if the lease is lost, and nothing was written. */
  async append({ text, mark }: Lease, position: number, changes: readonly string[]): Promise<boolean> {
    const { head, snapshot, log, journal } = this.#keys;
    const args = [text, position, this.#clock.now(), mark, this.#expiryIfDue(), ...changes];
    return (await this.#redis.change(APPEND, [head, snapshot, log, journal], args)) === 1;
  }

  /** Keeps the state at a position, so that the changes before it can be dropped. */
  async keep({ text }: Lease, position: number, state: string): Promise<void> {
    const { head, snapshot, log } = this.#keys;
    await this.#redis.run(KEEP, [head, snapshot, log], [text, position, state]);
  }

  /** Replaces the state, as one change after a position, and empties the journal. False if the lease is lost. */
  async replace({ text, mark }: Lease, position: number, state: string): Promise<boolean> {
    const { head, snapshot, log, journal } = this.#keys;
    const args = [text, position, this.#clock.now(), mark, state, journalChannel(this.#id)];
    return (await this.#redis.change(REPLACE, [head, snapshot, log, journal], args)) === 1;
  }

  /** Makes the sandbox, and takes its lease. `made`: false if there is a sandbox with this ID. */
  create(state: string): { readonly lease: Lease; readonly place: SeenPlace; readonly made: Promise<boolean> } {
    const { head, snapshot } = this.#keys;
    const [mark, generation] = [unpredictableHex(8), unpredictableHex(8)];
    const text = `1:${mark}:${this.#replica}`;
    const args = [text, this.#clock.now(), generation, state, this.#expiry];
    return {
      lease: { text, mark },
      place: { generation, position: 0, mark: '' },
      made: this.#redis.change(CREATE, [head, snapshot], args).then((made) => made === 1),
    };
  }

  /** Removes the sandbox. False if the lease is lost. */
  async remove({ text }: Lease, position: number): Promise<boolean> {
    const args = [text, position, journalChannel(this.#id)];
    return (await this.#redis.change(REMOVE, this.#allKeys(), args)) === 1;
  }

  /** Removes the sandbox, whoever has the lease. */
  async destroy(): Promise<void> {
    await this.#redis.change(DESTROY, this.#allKeys(), [journalChannel(this.#id)]);
  }

  /** Gives the lease up. */
  async release({ text }: Lease): Promise<void> {
    const { head, waiting } = this.#keys;
    await this.#redis.run(RELEASE, [head, waiting], [text, this.#id, replicaChannel(''), this.#clock.now()]);
  }

  /**
   * Adds an exchange to the journal.
   * @param replaced an entry to replace
   * @returns the entry; undefined if the journal was emptied since, or has the replaced entry no more
   */
  async record(
    epoch: string,
    { id, text, replaced = '' }: { readonly id: number; readonly text: string; readonly replaced?: string | undefined },
    { size, bytes = 0 }: JournalLimits,
  ): Promise<string | undefined> {
    const { head, journal } = this.#keys;
    const args = [epoch, replaced, size, this.#expiry, journalChannel(this.#id), text, id, bytes];
    const entry = await this.#redis.run(RECORD, [head, journal], args);
    return typeof entry === 'string' ? entry : undefined;
  }

  /** Removes the exchanges of the journal. */
  async clearJournal(): Promise<void> {
    const { head, journal } = this.#keys;
    await this.#redis.run(CLEAR, [head, journal], []);
  }

  /** Tells the replicas that follow the journal. Never rejects. */
  async tellFollowers(word: string): Promise<void> {
    await this.#redis.command('PUBLISH', journalChannel(this.#id), word).catch(() => undefined);
  }

  /** The exchanges of the journal after an entry, as they were added. */
  async exchanges(after: string | undefined): Promise<JournalEntries> {
    const { head, journal } = this.#keys;
    const from = after === undefined ? '-' : `(${after}`;
    const [entries, removed] = await Promise.all([
      this.#redis.command('XRANGE', journal, from, '+'),
      this.#redis.command('HGET', head, 'removed'),
    ]);
    return {
      entries: (entries as readonly StreamEntry[]).map(([entry, [, , , exchange]]) => ({ entry, exchange })),
      removedUpTo: Number(removed ?? 0),
    };
  }

  #allKeys(): string[] {
    const { head, snapshot, log, journal, waiting } = this.#keys;
    return [head, snapshot, log, journal, waiting];
  }

  /** Renewing the expiry of four keys costs as much as a change, so not every change does. */
  #expiryIfDue(): number {
    const now = performance.now();
    if (now < this.#expiryDue) return 0;
    this.#expiryDue = now + Math.min(LONGEST_UNRENEWED, this.#expiry / 10);
    return this.#expiry;
  }
}
