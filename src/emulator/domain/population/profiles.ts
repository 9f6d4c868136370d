/**
 * Assigns a profile to each generated party by block randomization: each block of 128 parties has the same 128
 * profiles, in a different order. So the proportions are exact in each block.
 */

import { draw, hash32 } from '../time/random.js';
import type { RequestStatus, UserStatus } from '../world/model.js';
import { OUTCOMES, PARTIES, BLOCK_SIZE, type RequestOutcome } from './shares.js';

/** The state of a generated party. */
export interface Profile {
  readonly userStatus: UserStatus;
  /** What became of each data request of the party. */
  readonly outcomes: readonly RequestOutcome[];
  /** Which table the date of registration comes from: requests must be young if pending, and old if lapsed. */
  readonly registered: 'pending' | 'lapsed' | 'other';
  readonly holdsCredentials: boolean;
  /** The number of data requests and of listed credentials, and 1 if any request is approved (or else 0). */
  readonly counts: Readonly<Record<Countable, number>>;
}

/** What lists count without making the parties: data requests, listed credentials, approved parties. */
export type Countable = 'requests' | 'credentials' | 'approved';

/** The 128 profiles of a block. */
const PROFILES: readonly Profile[] = PARTIES.flatMap(([parties, userStatus, outcomes]) =>
  Array.from({ length: parties }, () => profileOf(userStatus, outcomes)),
);

/** The profile of a party whose data requests have these outcomes. */
function profileOf(userStatus: UserStatus, outcomes: readonly RequestOutcome[]): Profile {
  const facts = outcomes.map((outcome) => OUTCOMES[outcome]);
  const approved = facts.filter(({ request }) => request === 'APPROVED');
  const statuses = facts.map(({ request }) => request);

  return {
    userStatus,
    outcomes,
    registered: registrationTable(statuses),
    holdsCredentials: facts.some(({ credential }) => credential !== undefined),
    counts: {
      requests: outcomes.length,
      credentials: approved.filter(({ credential }) => credential === 'active' || credential === 'revoked').length,
      approved: Math.min(1, approved.length),
    },
  };
}

/** The table from which the date of registration of a party is drawn. */
function registrationTable(statuses: readonly RequestStatus[]): Profile['registered'] {
  if (statuses.includes('PENDING')) return 'pending';
  return statuses.includes('EXPIRED') ? 'lapsed' : 'other';
}

/** The number of data requests of a whole block. */
export const REQUESTS_OF_BLOCK = PROFILES.reduce((sum, { counts }) => sum + counts.requests, 0);

/** Returns the profile of the party with a number. */
export type ProfileOf = (index: number) => Profile;

/** Returns the function that finds the profiles of the parties of one seed. */
export function profilesOf(seed: number): ProfileOf {
  // 0x68616e64 is `hand` in ASCII. With it, this hash differs from all other hashes that are made with the seed.
  const keys = hash32(seed, 0x68616e64);

  return (index) => {
    const keyOfBlock = draw(keys, Math.floor(index / BLOCK_SIZE));
    return PROFILES[shuffledPlace(index, keyOfBlock)]!;
  };
}

/**
 * The number of the profile of a party. Within a block, each profile occurs once: the result is a permutation of the
 * numbers below 128, because each step can be reversed. The steps are to add a number, to multiply by an odd number,
 * and to combine the lower bits with the higher ones, all modulo 128.
 * @param key decides which permutation
 */
function shuffledPlace(index: number, key: number): number {
  const last = BLOCK_SIZE - 1;
  let at = ((index & last) + key) & last;
  at = Math.imul(at, (key >>> 7) | 1) & last;
  at ^= at >>> 4;
  at = (Math.imul(at, (key >>> 14) | 1) + (key >>> 25)) & last;

  return at ^ (at >>> 4);
}
