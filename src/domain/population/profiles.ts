/**
 * Assigns a profile to each generated party by block randomization: every block of sixteen parties has the same sixteen
 * profiles in an order of its own. The proportions are therefore exact, and "how many credentials come before party i"
 * or "which party has the n-th credential" takes arithmetic over whole blocks and a walk over one, whatever the
 * population's size.
 */

import { shuffledIndexes } from '../time/random.js';
import { kycStatusBy } from '../world/credential-status.js';
import type { KycStatus, RequestStatus, UserStatus } from '../world/model.js';

/** The state of a generated party. */
export interface Profile {
  readonly requestStatus: RequestStatus;
  readonly userStatus: UserStatus;
  /** Number of providers of the party's credentials. There is one data request for each. */
  readonly providers: number;
}

/** What can be counted: data requests, disclosed credentials, approved parties. */
export type Countable = 'requests' | 'credentials' | 'approved';

const PROFILES: readonly Profile[] = [
  ...[1, 1, 1, 1, 2, 2, 2, 3, 4, 5, 6].map((providers) => profile('APPROVED', 'ACTIVE', providers)),
  profile('APPROVED', 'INACTIVE', 3),
  profile('PENDING', 'ACTIVE', 2),
  profile('REJECTED', 'ACTIVE', 1),
  profile('EXPIRED', 'INACTIVE', 1),
  profile('REJECTED', 'BLOCKED', 1),
];
const BLOCK = PROFILES.length;

function profile(requestStatus: RequestStatus, userStatus: UserStatus, providers: number): Profile {
  return { requestStatus, userStatus, providers };
}

function countIn({ requestStatus, providers }: Profile, what: Countable): number {
  if (what === 'requests') return providers;
  if (requestStatus !== 'APPROVED') return 0;
  return what === 'credentials' ? providers : 1;
}

const BLOCK_TOTALS: Readonly<Record<Countable, number>> = {
  requests: blockTotal('requests'),
  credentials: blockTotal('credentials'),
  approved: blockTotal('approved'),
};

function blockTotal(what: Countable): number {
  return PROFILES.reduce((sum, candidate) => sum + countIn(candidate, what), 0);
}

/** The profile with this number. */
export function profileOf(number: number): Profile {
  return PROFILES[number]!;
}

/** The profiles of the parties of one seed. */
export class Profiles {
  readonly #seed: number;
  /** The block used last: scans and pages use the same one many times in a row. */
  #lastBlock = -1;
  #lastOrder: readonly number[] = [];

  constructor(seed: number) {
    this.#seed = seed;
  }

  /** The profile of party `index`. */
  of(index: number): Profile {
    return profileOf(this.numberOf(index));
  }

  /** The number of the profile of party `index`; see {@link profileOf}. */
  numberOf(index: number): number {
    return this.#block(Math.floor(index / BLOCK))[index % BLOCK]!;
  }

  /** The count for all parties before `index`. */
  before(index: number, what: Countable): number {
    const block = Math.floor(index / BLOCK);
    let sum = block * BLOCK_TOTALS[what];
    const order = this.#block(block);
    for (let place = 0; place < index % BLOCK; place++) sum += countIn(profileOf(order[place]!), what);
    return sum;
  }

  /** The party that has the item at `position`, and the item's position among those of the party; all from 0. */
  locate(position: number, what: Countable): { readonly index: number; readonly nth: number } {
    const block = Math.floor(position / BLOCK_TOTALS[what]);
    let nth = position % BLOCK_TOTALS[what];
    const order = this.#block(block);
    for (let place = 0; ; place++) {
      const own = countIn(profileOf(order[place]!), what);
      if (nth < own) return { index: block * BLOCK + place, nth };
      nth -= own;
    }
  }

  #block(block: number): readonly number[] {
    if (block !== this.#lastBlock) {
      this.#lastOrder = shuffledIndexes(BLOCK, this.#seed, 0x68616e64, block);
      this.#lastBlock = block;
    }
    return this.#lastOrder;
  }
}

/** What lists filter generated parties by; cheaper to compute than the whole party. */
export interface GeneratedStatus {
  readonly profile: Profile;
  /** When the party's credentials expire: milliseconds after the start of the clock. */
  readonly expiresSinceStart: number;
}

/** The KYC status of the party's data requests, `sinceStart` milliseconds after the start of the clock. */
export function generatedKycStatus(
  { profile: { userStatus, requestStatus }, expiresSinceStart }: GeneratedStatus,
  sinceStart: number,
): KycStatus {
  return kycStatusBy(userStatus, requestStatus, expiresSinceStart <= sinceStart ? 'expired' : 'valid');
}
