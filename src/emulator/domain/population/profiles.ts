/**
 * Assigns a profile to each generated party by block randomization: every block of 128 parties has the same 128
 * profiles in an order of its own. So the proportions are exact. "How many credentials come before party i" and "which
 * party has the n-th credential" take arithmetic over whole blocks and a walk over one, whatever the population's size.
 */

import { draw, hash32 } from '../time/random.js';
import type { RequestStatus, UserStatus } from '../world/model.js';
import { OUTCOMES, PARTIES, SHARED_BY, type RequestOutcome } from './shares.js';

/** The state of a generated party. */
export interface Profile {
  readonly userStatus: UserStatus;
  /** One for each data request. */
  readonly outcomes: readonly RequestOutcome[];
  readonly registered: 'pending' | 'lapsed' | 'other';
  readonly holdsCredentials: boolean;
  /** Data requests, listed credentials and, if any request is approved, 1. */
  readonly counts: Readonly<Record<Countable, number>>;
}

/** What can be counted: data requests, listed credentials, approved parties. */
export type Countable = 'requests' | 'credentials' | 'approved';

const PROFILES: readonly Profile[] = PARTIES.flatMap(([parties, userStatus, outcomes]) =>
  Array.from({ length: parties }, () => profileOf(userStatus, outcomes)),
);

function profileOf(userStatus: UserStatus, outcomes: readonly RequestOutcome[]): Profile {
  const facts = outcomes.map((outcome) => OUTCOMES[outcome]);
  const approved = facts.filter(({ request }) => request === 'APPROVED');
  const has = (status: RequestStatus): boolean => facts.some(({ request }) => request === status);
  return {
    userStatus,
    outcomes,
    registered: has('PENDING') ? 'pending' : has('EXPIRED') ? 'lapsed' : 'other',
    holdsCredentials: facts.some(({ credential }) => credential !== undefined),
    counts: {
      requests: outcomes.length,
      credentials: approved.filter(({ credential }) => credential === 'active' || credential === 'revoked').length,
      approved: Math.min(1, approved.length),
    },
  };
}

/** The counts of each profile, in the order of {@link PROFILES}. */
const COUNTS = forEachCountable((what) => Uint8Array.from(PROFILES, ({ counts }) => counts[what]));
/** The counts of a whole block. */
const TOTALS = forEachCountable((what) => COUNTS[what].reduce((sum, count) => sum + count));

function forEachCountable<Value>(make: (what: Countable) => Value): Readonly<Record<Countable, Value>> {
  return { requests: make('requests'), credentials: make('credentials'), approved: make('approved') };
}

/** How far a block has been counted: up to party `index`, before which `sum` were found. */
interface Walk {
  block: number;
  key: number;
  index: number;
  sum: number;
}

/** The profiles of the parties of one seed. */
export class Profiles {
  readonly #seed: number;
  /** The last ones. */
  readonly #walks = forEachCountable((): Walk => ({ block: -1, key: 0, index: 0, sum: 0 }));

  constructor(seed: number) {
    this.#seed = hash32(seed, 0x68616e64);
  }

  /** The profile of party `index`. */
  of(index: number): Profile {
    return PROFILES[place(index, this.#keyOf(Math.floor(index / SHARED_BY)))]!;
  }

  /** The count for all parties before `index`. */
  before(index: number, what: Countable): number {
    const block = Math.floor(index / SHARED_BY);
    const walk = this.#walk(block, what);
    if (walk.index > index) restart(walk);
    const counts = COUNTS[what];
    const { key } = walk;
    let { sum } = walk;
    for (let at = walk.index; at < index; at++) sum += counts[place(at, key)]!;
    walk.index = index;
    walk.sum = sum;
    return block * TOTALS[what] + sum;
  }

  /** The party that has the item at `position`, and the item's position among those of the party; all from 0. */
  locate(position: number, what: Countable): { readonly index: number; readonly nth: number } {
    const inBlock = position % TOTALS[what];
    const walk = this.#walk(Math.floor(position / TOTALS[what]), what);
    if (walk.sum > inBlock) restart(walk);
    const counts = COUNTS[what];
    const { key } = walk;
    let { index, sum } = walk;
    for (; ; index++) {
      const own = counts[place(index, key)]!;
      if (inBlock < sum + own) break;
      sum += own;
    }
    walk.index = index;
    walk.sum = sum;
    return { index, nth: inBlock - sum };
  }

  /** A walk in this block. It goes on where the last one ended, because the items of a page follow each other. */
  #walk(block: number, what: Countable): Walk {
    const walk = this.#walks[what];
    if (walk.block !== block) {
      walk.block = block;
      walk.key = this.#keyOf(block);
      restart(walk);
    }
    return walk;
  }

  /** The key by which the places in a block are shuffled. */
  #keyOf(block: number): number {
    return draw(this.#seed, block);
  }
}

function restart(walk: Walk): void {
  walk.index = walk.block * SHARED_BY;
  walk.sum = 0;
}

/** The profile's number: a permutation of the numbers below 128 that depends on the block's key. */
function place(index: number, key: number): number {
  const last = SHARED_BY - 1;
  let at = ((index & last) + key) & last;
  at = Math.imul(at, (key >>> 7) | 1) & last;
  at ^= at >>> 4;
  at = (Math.imul(at, (key >>> 14) | 1) + (key >>> 25)) & last;
  return at ^ (at >>> 4);
}
