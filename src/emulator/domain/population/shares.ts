/**
 * The shares of the generated population: what an institution of any size would see. `shares.json` is the only place
 * that states them; `docs/population.md` shows the same tables.
 */

import { DAY } from '../time/now.js';
import { draw } from '../time/random.js';
import type { CredentialState, RequestStatus, UserStatus } from '../world/model.js';
import type tableTexts from './names.json';
import shares from './shares.json' with { type: 'json' };

/** What became of one data request. */
export type RequestOutcome = keyof typeof FACTS;

/** What an outcome means for the request and the credential. */
export interface OutcomeFacts {
  readonly request: RequestStatus;
  /** The state of the credential; undefined if there is none. */
  readonly credential?: CredentialState;
  readonly age?: 'valid' | 'expired';
  readonly isKyc?: true;
}

const FACTS = {
  valid: { request: 'APPROVED', credential: 'active', age: 'valid' },
  // An earlier credential is superseded.
  renewed: { request: 'APPROVED', credential: 'active', age: 'valid' },
  expired: { request: 'APPROVED', credential: 'active', age: 'expired' },
  revoked: { request: 'APPROVED', credential: 'revoked', age: 'valid' },
  archived: { request: 'APPROVED', credential: 'archived', age: 'valid' },
  review: { request: 'PENDING', credential: 'active', age: 'valid' },
  todo: { request: 'PENDING' },
  refused: { request: 'REJECTED', credential: 'active', age: 'valid' },
  lapsed: { request: 'EXPIRED' },
  // Requests for the KYC provider, which issues no credential.
  'kyc-approved': { request: 'APPROVED', isKyc: true },
  'kyc-todo': { request: 'PENDING', isKyc: true },
  'kyc-refused': { request: 'REJECTED', isKyc: true },
} as const satisfies Readonly<Record<string, OutcomeFacts>>;

export const OUTCOMES: Readonly<Record<RequestOutcome, OutcomeFacts>> = FACTS;

/** How many of {@link SHARED_BY} parties have this status and these data requests, one outcome for each. */
export type PartyShare = readonly [parties: number, user: UserStatus, outcomes: readonly RequestOutcome[]];

/** The sum of the first column of {@link PARTIES}. */
export const SHARED_BY = 128;

/** Parties by status and data requests. */
export const PARTIES = shares.parties as readonly unknown[] as readonly PartyShare[];

/** A share, evenly distributed between two limits. The shares of a table are percentages with the sum 100. */
export type Spread = readonly [percent: number, from: number, to: number];

type Spreads<Tables> = Readonly<Record<keyof Tables, readonly Spread[]>>;

function spreads<Tables extends object>(tables: Tables): Spreads<Tables> {
  return tables as Spreads<Tables>;
}

/** Days since a credential was issued, by what became of it. FRESH is under 30 days, MODERATE under 90, then STALE. */
export const CREDENTIAL_AGES = spreads(shares.credentialAges);

/**
 * Days since the party registered, which is when the institution sent its data requests: of parties with a pending
 * request, because undecided requests lapse after 31 days; of parties with a request that lapsed; and of others.
 */
export const REGISTRATION_AGES = spreads(shares.registrationAges);

/**
 * Days between a superseded credential and the one that renewed it (each is valid for 365 days), and days that an
 * account at a provider had existed when its first credential was issued.
 */
export const { renewal: RENEWAL_AGES, account: ACCOUNT_AGES } = spreads(shares.otherAges);

/** The share of each language among the names, in percent. */
export const LOCALES: Readonly<Record<keyof typeof tableTexts.locales, number>> = shares.locales;

/**
 * How often an optional member is missing, in percent. Of parties: `fullName`, `status` and `regDate` in the row of the
 * users list, and the `email` of parties without a credential; every other account has one. Of credentials: members of
 * the metadata; a Google account never has a username. Of accounts: `profileText` in the social metrics.
 */
export const MISSING = shares.missing;

/** How often the e-mail of a credential that has one is not that of the account, in percent. */
export const OTHER_EMAIL = 15;

/** How often the username of a credential that has one is not that of the account, in percent. */
export const OTHER_USERNAME = 30;

/** How often the e-mail is verified in credentials that say whether it is, in percent. */
export const VERIFIED_EMAIL = 92;

/** A number of days from a table of shares, in milliseconds. */
export function spread(table: readonly Spread[], hash: number, what: number): number {
  let percent = (draw(hash, what) / 0x1_0000_0000) * 100;
  for (const [share, from, to] of table) {
    if (percent < share) return Math.floor((from + ((to - from) * percent) / share) * DAY);
    percent -= share;
  }
  return table.at(-1)![2] * DAY;
}
