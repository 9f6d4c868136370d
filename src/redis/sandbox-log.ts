/** One sandbox in Redis: its lease, its state as a snapshot and the changes since, its journal. All of them opaque texts. */

import type { Clock } from '../emulator/domain/time/clock.js';
import { unpredictableHex } from '../emulator/domain/time/random.js';
import { journalChannel, keysOf, replicaChannel } from './keys.js';
import type { RedisConnection } from './connection/redis-connection.js';
import type { Reply } from './connection/redis-nodes.js';
import type { Script } from './connection/script.js';
import type { JournalLimits } from '../emulator/journal/journal.js';
import { CLEAR, END } from './journal/journal-scripts.js';
import type { RedisStore } from './redis-store.js';
import {
  missedOf,
  type CaughtUp,
  type Lease,
  type Missed,
  type SeenPlace,
  type TakenLease,
} from './sandbox-log-replies.js';
import { APPEND, CREATE, DESTROY, KEEP, RELEASE, REMOVE, REPLACE, TAKE } from './scripts.js';

/** What a log needs of its store: the name of this replica, which no other has, and the time that all share. */
type StoreParts = Pick<RedisStore, 'connection' | 'clock' | 'replica'>;

/** A lease is over after so long without a change. A replica that was killed is replaced then. */
export const LEASE_MILLISECONDS = 2_000;

/** What scripts that write return, beside 1. */
const [LOST, LONG] = [0, 2];

const NOTHING_SEEN: SeenPlace = { generation: '', position: 0, mark: '' };

/** How long a sandbox may be used until its expiry is renewed, in milliseconds. */
const LONGEST_UNRENEWED = 60_000;

type Arguments = readonly (string | number)[];

/** What is appended at one moment. */
export interface Appended {
  readonly changes: readonly string[];
  /** For the journal. */
  readonly exchanges: readonly { readonly number: number; readonly text: string }[];
}

export class SandboxLog {
  readonly #redis: RedisConnection;
  readonly #clock: Clock;
  readonly #replica: string;
  readonly #id: string;
  /** In the order that scripts expect. */
  readonly #keys: readonly string[];
  readonly #journalKeys: readonly [head: string, journal: string];
  readonly #expiry: number;
  readonly #limits: JournalLimits;
  /** Whether the changes take so much room that the state is worth to be kept. */
  isLong = false;
  /** A reading of `performance.now()`. */
  #expiryDue = 0;

  /**
   * @param expiry milliseconds until an unused sandbox expires; 0: never
   * @param limits of the journal
   */
  constructor({ connection, clock, replica }: StoreParts, id: string, expiry = 0, limits: JournalLimits = { size: 0 }) {
    this.#redis = connection;
    this.#clock = clock;
    this.#replica = replica;
    this.#id = id;
    const { head, snapshot, log, journal, waiting } = keysOf(id);
    this.#keys = [head, snapshot, log, journal, waiting];
    this.#journalKeys = [head, journal];
    this.#expiry = expiry;
    this.#limits = limits;
  }

  /**
   * Takes the lease, or asks the replica that has it. Undefined if there is no such sandbox; a number if another replica
   * has the lease, for so many milliseconds.
   * @param from the position of this replica's copy; undefined if it has none
   */
  async take(from: number | undefined, seen?: SeenPlace): Promise<TakenLease | number | undefined> {
    const mark = unpredictableHex(8);
    const reply = await this.#take(this.#replica, mark, from, seen);
    if (reply[0] === 'none') return undefined;
    if (reply[0] === 'held') return reply[1];
    const [, , , , , , , , text, waiting, shown] = reply;
    return {
      lease: { text, mark },
      isWanted: waiting > 0,
      missed: missedOf(reply, seen ?? NOTHING_SEEN),
      shownUntil: Number(shown),
    };
  }

  /** Reads without the lease. Undefined if there is no such sandbox. */
  async read(from: number | undefined, seen?: SeenPlace): Promise<Missed | undefined> {
    const reply = await this.#take('', '', from, seen);
    return reply[0] === 'read' ? missedOf(reply, seen ?? NOTHING_SEEN) : undefined;
  }

  async #take(
    replica: string,
    mark: string,
    from = -1,
    { generation, position, mark: seenMark } = NOTHING_SEEN,
  ): Promise<['none'] | ['held', number] | CaughtUp> {
    const own = [replica, mark, this.#clock.now(), LEASE_MILLISECONDS, from, generation, position, seenMark];
    const args = [...own, this.#id, replicaChannel(''), this.#expiry];
    return (await this.#redis.run(TAKE, this.#keys, args)) as ['none'] | ['held', number] | CaughtUp;
  }

  /**
   * Appends changes after a position, and the exchanges that have made them to the journal. False if the lease is lost, and
   * nothing was written.
   */
  async append(lease: Lease, position: number, { changes, exchanges }: Appended): Promise<boolean> {
    const { size, bytes = 0 } = this.#limits;
    const records = exchanges.flatMap(({ number, text }) => [number, text]);
    const own = [changes.length, ...changes, size, bytes, ...records];
    const appended = await this.#write(APPEND, lease, position, own);
    this.isLong = appended === LONG;
    return appended !== LOST;
  }

  /** Keeps the state at a position, so that the changes before it can be dropped. */
  async keep(lease: Lease, position: number, state: string): Promise<void> {
    await this.#write(KEEP, lease, position, [state]);
  }

  /** Replaces the state, as one change after a position, and empties the journal. False if the lease is lost. */
  async replace(lease: Lease, position: number, state: string): Promise<boolean> {
    return (await this.#write(REPLACE, lease, position, [state])) !== LOST;
  }

  /** Makes the sandbox, and takes its lease. `made`: false if there is a sandbox with this ID. */
  create(state: string): { readonly lease: Lease; readonly place: SeenPlace; readonly made: Promise<boolean> } {
    const [mark, generation] = [unpredictableHex(8), unpredictableHex(8)];
    const lease = { text: `1:${mark}:${this.#replica}`, mark };
    this.#expiryDue = 0;
    const made = this.#write(CREATE, lease, 0, [generation, state]).then((reply) => reply !== LOST);
    // The first change makes another key, which has to expire, too.
    this.#expiryDue = 0;
    return { lease, place: { generation, position: 0, mark: '' }, made };
  }

  /** Removes the sandbox. False if the lease is lost. */
  async remove(lease: Lease, position: number): Promise<boolean> {
    return (await this.#write(REMOVE, lease, position, [])) !== LOST;
  }

  /** Removes the sandbox, whoever has the lease. */
  async destroy(): Promise<void> {
    await this.#write(DESTROY, { text: '', mark: '' }, 0, []);
  }

  async #write(change: Script, { text, mark }: Lease, position: number, own: Arguments): Promise<Reply> {
    const args = [text, position, mark, this.#clock.now(), this.#expiryIfDue(), journalChannel(this.#id), ...own];
    return await this.#redis.change(change, this.#keys, args);
  }

  /** Gives the lease up. */
  async release({ text }: Lease): Promise<void> {
    await this.#redis.run(RELEASE, this.#keys, [text, this.#id, replicaChannel(''), this.#clock.now()]);
  }

  /** Adds ends of exchanges to the journal, unless the sandbox was replaced since. */
  async end(epoch: string, ends: readonly string[]): Promise<void> {
    await this.#redis.run(END, this.#journalKeys, [epoch, this.#clock.now(), journalChannel(this.#id), ...ends]);
  }

  /** Removes the exchanges of the journal up to this one. */
  async clearJournal(last: number): Promise<void> {
    await this.#redis.run(CLEAR, this.#journalKeys, [last, journalChannel(this.#id)]);
  }

  /**
   * Exchanges and ends of the journal after an entry, as they were added, and the number of the last exchange that was
   * removed because of a limit in bytes; 0: none.
   */
  async exchanges(
    after: string | undefined,
  ): Promise<{ entries: [entry: string, text: string][]; removedUpTo: number }> {
    const [head, journal] = this.#journalKeys;
    const from = after === undefined ? '-' : `(${after}`;
    const [entries, removed] = await Promise.all([
      this.#redis.command('XRANGE', journal, from, '+'),
      this.#redis.command('HGET', head, 'removed'),
    ]);
    return {
      // Each has a time and a text, behind their names.
      entries: (entries as [string, [string, string, string, string]][]).map(([entry, [, , , text]]) => [entry, text]),
      removedUpTo: Number(removed ?? 0),
    };
  }

  /** Renewing the expiry of four keys costs as much as a change, so not every change does. */
  #expiryIfDue(): number {
    const now = performance.now();
    if (now < this.#expiryDue) return 0;
    this.#expiryDue = now + Math.min(LONGEST_UNRENEWED, this.#expiry / 10);
    return this.#expiry;
  }
}
