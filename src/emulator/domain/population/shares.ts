/**
 * The shares of the generated population: what an institution of any size would see. Only `shares.json` defines them;
 * `docs/population.md` shows the same tables.
 */

import { DAY } from '../time/now.js';
import { draw } from '../time/random.js';
import type { CredentialState, RequestStatus, UserStatus } from '../world/model.js';
import type tableTexts from './names.json';
import shares from './shares.json' with { type: 'json' };

/** The outcome of one data request. */
export type RequestOutcome = keyof typeof shares.outcomes;

/** What an outcome means for the data request and for the credential. */
export interface OutcomeFacts {
  readonly request: RequestStatus;
  /** The state of the credential; undefined if there is no credential. */
  readonly credential?: CredentialState;
  /** The table of {@link CREDENTIAL_AGES} for the credential's age; undefined without a credential. */
  readonly age?: 'valid' | 'expired';
  /** Whether the request is for the KYC provider, which issues no credential. */
  readonly isKyc?: boolean;
}

/** The meaning of each outcome. With the outcome `renewed`, an earlier credential was superseded. */
export const OUTCOMES = shares.outcomes as Readonly<Record<RequestOutcome, OutcomeFacts>>;

/** How many of {@link BLOCK_SIZE} parties have this status and these data requests, one outcome for each. */
export type PartyShare = readonly [parties: number, user: UserStatus, outcomes: readonly RequestOutcome[]];

/** How many parties have the exact proportions: the sum of the first column of {@link PARTIES}. */
export const BLOCK_SIZE = 128;

/** Parties by status and data requests. */
export const PARTIES = shares.parties as readonly unknown[] as readonly PartyShare[];

/**
 * One row of a table: a share of the parties has a number of days that is evenly distributed between two limits. The
 * shares of a table are percentages with the sum 100.
 */
export type Spread = readonly [percent: number, from: number, to: number];

/** The tables of the JSON file, whose rows TypeScript reads as lists of any length. */
function spreads<Tables extends object>(tables: Tables): Readonly<Record<keyof Tables, readonly Spread[]>> {
  return tables as ReturnType<typeof spreads<Tables>>;
}

/** Days since a credential was issued, by its outcome. FRESH is under 30 days, MODERATE under 90, then STALE. */
export const CREDENTIAL_AGES = spreads(shares.credentialAges);

/**
 * Days since the party registered; the institution sends its data requests on that day. There are three tables, because
 * undecided requests lapse after 31 days: parties with a pending request, with a lapsed request, and others.
 */
export const REGISTRATION_AGES = spreads(shares.registrationAges);

/**
 * Two further tables. `renewal`: days between a superseded credential and its successor; each credential is valid for
 * 365 days. `account`: age of an account in days when its first credential was issued.
 */
export const { renewal: RENEWAL_AGES, account: ACCOUNT_AGES } = spreads(shares.otherAges);

/** The share of each language among the names, in percent. */
export const LOCALES: Readonly<Record<keyof typeof tableTexts.locales, number>> = shares.locales;

/**
 * How often an optional member is missing, in percent.
 *
 * - Users list: `fullName`, `status`, `regDate`, and `email` if the party has no credential. A party with a credential
 *   always has an e-mail.
 * - Metadata of credentials: all members. A Google account never has a username.
 * - Social metrics: `profileText`.
 */
export const MISSING = shares.missing;

/** How often a credential's e-mail, if it has one, differs from the party's e-mail, in percent. */
export const OTHER_EMAIL = 15;

/** How often a credential's username, if it has one, differs from the party's username, in percent. */
export const OTHER_USERNAME = 30;

/** How often `emailVerified` is true in credentials that have this member, in percent. */
export const VERIFIED_EMAIL = 92;

/** A number of days that is drawn from a table of shares, in milliseconds. @param what the number of the draw */
export function spread(table: readonly Spread[], hash: number, what: number): number {
  let percent = (draw(hash, what) / 0x1_0000_0000) * 100;
  for (const [share, from, to] of table) {
    // The position within the share is the position between the two limits.
    if (percent < share) return Math.floor((from + ((to - from) * percent) / share) * DAY);
    percent -= share;
  }

  // Rounding errors may leave a little after the last share.
  return table.at(-1)![2] * DAY;
}
