/**
 * Deals each generated party its situation. Parties come in hands of sixteen; every hand holds the same cards in an
 * order of its own. So the mixture is exact, and "how many credentials come before party i" or "whose is the n-th
 * credential" is answered by arithmetic over whole hands and a walk over one, whatever the size of the population.
 */

import { shuffledIndexes } from '../time/random.js';
import { kycStatusBy } from '../world/credential-status.js';
import type { KycStatus, RequestStatus, UserStatus } from '../world/model.js';

/** A situation a generated party can be in. */
export interface Profile {
  readonly requestStatus: RequestStatus;
  readonly userStatus: UserStatus;
  /** How many providers the party has credentials from; there is one data request for each. */
  readonly providers: number;
}

/** What can be counted: each party, each data request, each disclosed credential, each approved party. */
export type Countable = 'requests' | 'credentials' | 'approved';

const CARDS: readonly Profile[] = [
  ...[1, 1, 1, 1, 2, 2, 2, 3, 4, 5, 6].map((providers) => card('APPROVED', 'ACTIVE', providers)),
  card('APPROVED', 'INACTIVE', 3),
  card('PENDING', 'ACTIVE', 2),
  card('REJECTED', 'ACTIVE', 1),
  card('EXPIRED', 'INACTIVE', 1),
  card('REJECTED', 'BLOCKED', 1),
];
const HAND = CARDS.length;

function card(requestStatus: RequestStatus, userStatus: UserStatus, providers: number): Profile {
  return { requestStatus, userStatus, providers };
}

function weight(held: Profile, measure: Countable): number {
  if (measure === 'requests') return held.providers;
  if (held.requestStatus !== 'APPROVED') return 0;
  return measure === 'credentials' ? held.providers : 1;
}

const HAND_WEIGHT: Readonly<Record<Countable, number>> = {
  requests: handWeight('requests'),
  credentials: handWeight('credentials'),
  approved: handWeight('approved'),
};

function handWeight(measure: Countable): number {
  return CARDS.reduce((sum, held) => sum + weight(held, measure), 0);
}

/** The card with this number. */
export function profileOf(number: number): Profile {
  return CARDS[number]!;
}

/** The cards of the population with the given seed. */
export class Profiles {
  readonly #seed: number;
  /** The hand asked for last: scans and pages ask for the same one many times in a row. */
  #lastHand = -1;
  #lastOrder: readonly number[] = [];

  constructor(seed: number) {
    this.#seed = seed;
  }

  /** The card of party `index`. */
  of(index: number): Profile {
    return profileOf(this.numberOf(index));
  }

  /** The card of party `index` as a number, for those who keep a column of them; {@link profileOf} reads it. */
  numberOf(index: number): number {
    return this.#hand(Math.floor(index / HAND))[index % HAND]!;
  }

  /** How much of `measure` the parties before `index` have together. */
  before(index: number, measure: Countable): number {
    const hand = Math.floor(index / HAND);
    let sum = hand * HAND_WEIGHT[measure];
    const order = this.#hand(hand);
    for (let place = 0; place < index % HAND; place++) sum += weight(profileOf(order[place]!), measure);
    return sum;
  }

  /** Whose the `position`-th of `measure` is (from 0), and which of that party's it is. */
  locate(position: number, measure: Countable): { readonly index: number; readonly nth: number } {
    const hand = Math.floor(position / HAND_WEIGHT[measure]);
    let nth = position % HAND_WEIGHT[measure];
    const order = this.#hand(hand);
    for (let place = 0; ; place++) {
      const own = weight(profileOf(order[place]!), measure);
      if (nth < own) return { index: hand * HAND + place, nth };
      nth -= own;
    }
  }

  #hand(hand: number): readonly number[] {
    if (hand !== this.#lastHand) {
      this.#lastOrder = shuffledIndexes(HAND, this.#seed, 0x68616e64, hand);
      this.#lastHand = hand;
    }
    return this.#lastOrder;
  }
}

export interface GeneratedStatus {
  readonly profile: Profile;
  /** When the party's credentials expire, in milliseconds after the start of the clock. */
  readonly expiresSinceStart: number;
}

/** The KYC state of every data request of the party, `sinceStart` milliseconds after the start of the clock. */
export function generatedKycStatus(
  { profile: card, expiresSinceStart }: GeneratedStatus,
  sinceStart: number,
): KycStatus {
  return kycStatusBy(card.userStatus, card.requestStatus, expiresSinceStart <= sinceStart ? 'expired' : 'valid');
}
