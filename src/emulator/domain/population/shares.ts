/**
 * The shares of the generated population: what an institution of any size would see. This is the only place that states
 * them; `docs/population.md` shows the same tables.
 */

import { DAY } from '../time/now.js';
import { draw } from '../time/random.js';
import type { UserStatus } from '../world/model.js';
import type tableTexts from './names.json';

/**
 * What became of one data request. Approved: `valid`, `renewed` (an earlier credential is superseded), `expired`,
 * `revoked`, `archived`. Pending: `review` (there is a credential), `todo` (there is none). Refused: `refused`. Never
 * decided: `lapsed`. The others are requests for the KYC provider, which issues no credential.
 */
export type RequestOutcome =
  | 'valid'
  | 'renewed'
  | 'expired'
  | 'revoked'
  | 'archived'
  | 'review'
  | 'todo'
  | 'refused'
  | 'lapsed'
  | 'kyc-approved'
  | 'kyc-todo'
  | 'kyc-refused';

/** So many of {@link SHARED_BY} parties, with one outcome for each data request. */
export type PartyShare = readonly [parties: number, user: UserStatus, outcomes: readonly RequestOutcome[]];

/** The sum of the first column of {@link PARTIES}. */
export const SHARED_BY = 128;

/** Parties by status and data requests. */
export const PARTIES: readonly PartyShare[] = [
  [22, 'ACTIVE', ['valid']],
  [4, 'ACTIVE', ['renewed']],
  [4, 'ACTIVE', ['expired']],
  [2, 'ACTIVE', ['revoked']],
  [1, 'ACTIVE', ['archived']],
  [16, 'ACTIVE', ['valid', 'valid']],
  [4, 'ACTIVE', ['valid', 'renewed']],
  [3, 'ACTIVE', ['expired', 'valid']],
  [2, 'ACTIVE', ['valid', 'revoked']],
  [2, 'ACTIVE', ['archived', 'valid']],
  [3, 'ACTIVE', ['valid', 'lapsed']],
  [2, 'ACTIVE', ['valid', 'refused']],
  [2, 'ACTIVE', ['valid', 'review']],
  [2, 'ACTIVE', ['valid', 'todo']],
  [5, 'ACTIVE', ['valid', 'kyc-approved']],
  [8, 'ACTIVE', ['valid', 'valid', 'valid']],
  [3, 'ACTIVE', ['valid', 'expired', 'valid']],
  [2, 'ACTIVE', ['renewed', 'valid', 'kyc-approved']],
  [1, 'ACTIVE', ['revoked', 'valid', 'valid']],
  [1, 'ACTIVE', ['valid', 'valid', 'lapsed']],
  [1, 'ACTIVE', ['valid', 'archived', 'kyc-approved']],
  [4, 'ACTIVE', ['valid', 'valid', 'valid', 'valid']],
  [1, 'ACTIVE', ['valid', 'renewed', 'expired', 'valid']],
  [1, 'ACTIVE', ['valid', 'valid', 'revoked', 'kyc-approved']],
  [1, 'ACTIVE', ['valid', 'expired', 'valid', 'valid', 'valid']],
  [2, 'ACTIVE', ['valid', 'valid', 'renewed', 'valid', 'valid', 'valid']],
  [5, 'ACTIVE', ['todo']],
  [3, 'ACTIVE', ['review']],
  [1, 'ACTIVE', ['todo', 'kyc-todo']],
  [1, 'ACTIVE', ['kyc-todo']],
  [3, 'ACTIVE', ['refused']],
  [1, 'ACTIVE', ['kyc-refused']],
  [3, 'ACTIVE', ['lapsed']],
  [1, 'ACTIVE', ['lapsed', 'lapsed']],
  [4, 'INACTIVE', ['valid']],
  [2, 'INACTIVE', ['expired']],
  [1, 'INACTIVE', ['archived']],
  [1, 'INACTIVE', ['lapsed']],
  [1, 'BLOCKED', ['valid']],
  [1, 'BLOCKED', ['revoked', 'valid']],
  [1, 'BLOCKED', ['refused']],
];

/** A share, evenly distributed between two limits. The shares of a table are percentages with the sum 100. */
export type Spread = readonly [percent: number, from: number, to: number];

/** Days since a credential was issued, by what became of it. */
export const CREDENTIAL_AGES = {
  /** FRESH under 30 days, MODERATE under 90, then STALE. */
  valid: [
    [34, 0, 30],
    [26, 30, 90],
    [40, 90, 355],
  ],
  expired: [
    [60, 366, 480],
    [40, 480, 700],
  ],
} as const satisfies Readonly<Record<string, readonly Spread[]>>;

/** Days between a superseded credential and the one that renewed it. Each is valid for 365 days. */
export const RENEWAL_AGES: readonly Spread[] = [[100, 290, 364]];

/** Days since the party registered, which is when the institution sent its data requests. */
export const REGISTRATION_AGES = {
  /** Of parties with a pending request: undecided requests lapse after 30 days. */
  pending: [[100, 0, 29]],
  /** Of parties with a request that lapsed. */
  lapsed: [
    [40, 31, 120],
    [60, 120, 1_095],
  ],
  other: [
    [12, 0, 30],
    [18, 30, 90],
    [38, 90, 365],
    [32, 365, 1_095],
  ],
} as const satisfies Readonly<Record<string, readonly Spread[]>>;

/** Days that an account at a provider had existed when its first credential was issued. */
export const ACCOUNT_AGES: readonly Spread[] = [
  [12, 20, 365],
  [28, 365, 1_095],
  [35, 1_095, 2_190],
  [25, 2_190, 3_285],
];

/** Of the names, by language. */
export const LOCALES: Readonly<Record<keyof typeof tableTexts.locales, number>> = {
  en: 40,
  es: 11,
  de: 9,
  fr: 8,
  pt_BR: 6,
  it: 5,
  pl: 5,
  tr: 4,
  vi: 3,
  uk: 3,
  ja: 3,
  zh_CN: 3,
};

/** How often an optional member is missing, in percent. */
export const MISSING = {
  /** Of parties: members of the row in the users list. */
  fullName: 6,
  status: 4,
  regDate: 3,
  /** Of parties without a credential; every other account has an e-mail. */
  email: 40,
  /** Of credentials: members of the metadata. A Google account never has a username. */
  metadataEmail: 12,
  names: 15,
  username: 6,
  providerId: 3,
  emailVerified: 10,
  profilePicture: 45,
  /** Of accounts: members of the social metrics. */
  profileText: 40,
} as const;

/** Of credentials with an e-mail: how often it is not that of the account, in percent. */
export const OTHER_EMAIL = 15;

/** Of credentials that say whether the e-mail is verified: how often it is, in percent. */
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
