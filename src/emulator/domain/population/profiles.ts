/**
 * Assigns a profile to each generated party by block randomization: every block of 128 parties has the same 128
 * profiles, each block in a different order. So the proportions are exact.
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
  const lapsedOrOther = has('EXPIRED') ? 'lapsed' : 'other';

  return {
    userStatus,
    outcomes,
    registered: has('PENDING') ? 'pending' : lapsedOrOther,
    holdsCredentials: facts.some(({ credential }) => credential !== undefined),
    counts: {
      requests: outcomes.length,
      credentials: approved.filter(({ credential }) => credential === 'active' || credential === 'revoked').length,
      approved: Math.min(1, approved.length),
    },
  };
}

/** Data requests of a whole block. */
export const REQUESTS_OF_BLOCK = PROFILES.reduce((sum, { counts }) => sum + counts.requests, 0);

/** The profile of a party, by its number. */
export type ProfileOf = (index: number) => Profile;

/** The profiles of the parties of one seed. */
export function profilesOf(seed: number): ProfileOf {
  // 0x68616e64 is `hand` in ASCII: it keeps this hash apart from others of the seed.
  const keys = hash32(seed, 0x68616e64);

  return (index) => {
    const keyOfBlock = draw(keys, Math.floor(index / SHARED_BY));
    return PROFILES[shuffledPlace(index, keyOfBlock)]!;
  };
}

/**
 * The number of the profile of a party. Within a block, it is a permutation of the numbers below 128, because each step
 * can be reversed: adding, multiplying by an odd number, combining with the higher bits.
 * @param key decides which permutation
 */
function shuffledPlace(index: number, key: number): number {
  const last = SHARED_BY - 1;
  let at = ((index & last) + key) & last;
  at = Math.imul(at, (key >>> 7) | 1) & last;
  at ^= at >>> 4;
  at = (Math.imul(at, (key >>> 14) | 1) + (key >>> 25)) & last;

  return at ^ (at >>> 4);
}
