/** Standing, freshness and KYC status: computed from a credential, its party, its data request and the time. */

import { disclosedCredentials, isApproved, isCurrent, isDisclosed } from './model.js';
import type { DataRequest, HeldCredential, Holding, KycStatus, Party, RequestStatus, UserStatus } from './model.js';
import { instant, LATEST_MOMENT } from '../time/moment.js';
import { DAY, type Now } from '../time/now.js';
import type { Selection, StandingRules } from './standing-rules.js';
import { USUAL_RULES } from './usual-rules.js';

/** Whether a credential is valid, and if not, why. */
export type Standing = 'valid' | 'expired' | 'revoked' | 'archived' | 'superseded';

/** How old a credential is, in the words of the service. A revoked one has no age. */
export type Freshness = 'FRESH' | 'MODERATE' | 'STALE' | 'REVOKED';

/** A credential is fresh below the first age, moderate below the second, and stale from then on. */
const FRESH_BELOW_DAYS = 30;
const MODERATE_BELOW_DAYS = 90;

/** How long a credential is valid by default: one year, in milliseconds. */
export const VALIDITY = 365 * DAY;

/** When a credential expires by default. Both times are in milliseconds since 1970. */
export function usualExpiry(issuedAt: number): number {
  return Math.min(issuedAt + VALIDITY, LATEST_MOMENT);
}

/** Whether the credential has expired. */
export function isExpired(credential: HeldCredential, time: Now): boolean {
  return time.hasCome(instant(credential.expiresAt, time.epoch));
}

/**
 * The standing of a credential. A stored state, such as `revoked`, counts before the expiry. By the usual rules, active
 * credentials of a blocked party count as revoked.
 */
export function standingOf(
  party: Pick<Party, 'status'>,
  credential: HeldCredential,
  time: Now,
  { blocked }: StandingRules = USUAL_RULES,
): Standing {
  if (credential.state !== 'active') return credential.state;
  if (party.status === 'BLOCKED' && blocked === 'revoked') return 'revoked';
  return isExpired(credential, time) ? 'expired' : 'valid';
}

/** The disclosed credentials of a party that belong to the selection, a set that the rules of the service name. */
export function selectedCredentials(
  party: Party,
  selection: Selection,
  time: Now,
  rules: StandingRules,
): readonly HeldCredential[] {
  if (selection === 'current') return disclosedCredentials(party);

  const disclosed = party.credentials.filter((credential) => isDisclosed(party, credential));
  if (selection === 'all') return disclosed;

  const standing = (credential: HeldCredential): Standing => standingOf(party, credential, time, rules);
  if (selection === 'valid') return disclosed.filter((credential) => standing(credential) === 'valid');

  // The selection `not-revoked`.
  return disclosed.filter((credential) => isCurrent(credential) && standing(credential) !== 'revoked');
}

/** The credentials that {@link selectedCredentials} returns, each with its party, in the order of lists. */
export function selectedHoldings(party: Party, selection: Selection, time: Now, rules: StandingRules): Holding[] {
  const selected = selectedCredentials(party, selection, time, rules);
  const issued = ({ issuedAt }: HeldCredential): number => instant(issuedAt, time.epoch);
  const ordered = rules.ordered === 'as-added' ? selected : selected.toSorted((a, b) => issued(b) - issued(a));

  return ordered.map((credential) => ({ party, credential }));
}

/** REVOKED if the standing is revoked. Otherwise by age: FRESH under 30 days, MODERATE under 90 days, then STALE. */
export function freshness(
  party: Pick<Party, 'status'>,
  credential: HeldCredential,
  time: Now,
  rules?: StandingRules,
): Freshness {
  if (standingOf(party, credential, time, rules) === 'revoked') return 'REVOKED';

  const age = time.daysSince(instant(credential.issuedAt, time.epoch));
  if (age < FRESH_BELOW_DAYS) return 'FRESH';

  return age < MODERATE_BELOW_DAYS ? 'MODERATE' : 'STALE';
}

/** The rules that a KYC status depends on. */
export type KycRules = Pick<StandingRules, 'approvedKyc' | 'undecided'>;

/** The KYC status of one credential of a party. */
export function credentialKycStatus(
  party: Pick<Party, 'status'>,
  credential: HeldCredential,
  time: Now,
  rules: KycRules,
): KycStatus {
  return kycStatusBy(party.status, 'APPROVED', standingOf(party, credential, time), rules);
}

/** An undecided data request lapses this many milliseconds after it was made. */
export const LAPSES_AFTER = 31 * DAY;

/**
 * The status of a data request at the given time. A request without a date counts from the start of the clock. A
 * request that a test or a scenario has made pending stays pending.
 */
export function requestStatus(
  { status, requestedAt = { sinceStart: 0 }, staysPending }: DataRequest,
  time: Now,
  { undecided }: Pick<StandingRules, 'undecided'> = USUAL_RULES,
): RequestStatus {
  if (status !== 'PENDING' || undecided === 'pending' || staysPending === true) return status;
  const lapse = instant(requestedAt, time.epoch) + LAPSES_AFTER;

  return time.hasCome(lapse) ? 'EXPIRED' : status;
}

/** The KYC status of a row of the users list, from the data request and the party's credentials of its provider. */
export function requestKycStatus(party: Party, request: DataRequest, time: Now, rules: KycRules): KycStatus {
  return kycStatusBy(party.status, requestStatus(request, time, rules), bestStanding(party, request, time), rules);
}

/** Whether the party is an approved user (specification section 4.2, rule 2). */
export function isApprovedUser(party: Party, time: Now, rules: StandingRules): boolean {
  if (rules.approvedBy === 'request') return isApproved(party);
  if (rules.approvedBy === 'valid-credential') return selectedCredentials(party, 'valid', time, rules).length > 0;

  const statuses = party.requests.map((request) => requestKycStatus(party, request, time, rules));

  return statuses.includes('APPROVED') || statuses.includes('SUCCESSFUL');
}

/** What a data request finds: the standing of a credential, or that its provider (of KYC) issues no credentials. */
export type FoundStanding = Standing | 'none-needed';

/**
 * The best standing of the party's current credentials of the request's provider: valid, or else that of the newest
 * credential. Undefined if there is no credential.
 */
function bestStanding(party: Party, { provider }: DataRequest, time: Now): FoundStanding | undefined {
  if (provider === 'SUMSUB') return 'none-needed';

  const current = party.credentials.filter((held) => held.provider === provider && isCurrent(held));
  const standings = current.map((held) => standingOf(party, held, time));

  // The newest credential is the last one.
  return standings.includes('valid') ? 'valid' : standings.at(-1);
}

/**
 * The KYC status of a data request.
 * @param credential the standing of the party's credential from the provider; undefined without a credential
 */
export function kycStatusBy(
  user: UserStatus | undefined,
  request: RequestStatus,
  credential: FoundStanding | undefined,
  { approvedKyc }: KycRules,
): KycStatus {
  if (user === 'BLOCKED') return 'BLOCKED';
  if (request === 'PENDING') return credential === 'valid' ? 'IN_REVIEW' : 'TO_DO';
  if (request !== 'APPROVED') return request;

  // A party without a credential has as much to do as a party that has archived it.
  return credential === 'valid' ? approvedKyc : KYC_STATUS_OF_INVALID[credential ?? 'archived'];
}

/** The KYC status of an approved data request without a valid credential. */
const KYC_STATUS_OF_INVALID: Readonly<Record<Exclude<FoundStanding, 'valid'>, KycStatus>> = {
  'none-needed': 'SUCCESSFUL',
  expired: 'EXPIRED',
  revoked: 'REJECTED',
  archived: 'TO_DO',
  superseded: 'TO_DO',
};
