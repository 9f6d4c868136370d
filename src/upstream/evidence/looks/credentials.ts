/** Looks at single credentials: what their age decides, and whether a check of a link shows what lists show. */

import type { Json } from '../../../common/json.js';
import { isRealText, timeOf } from '../../../traffic/values.js';
import { WORDS } from '../words.js';
import { byWord, noFit, type Sight, statedIf } from './look.js';

/** A day in milliseconds. */
export const DAY = 86_400_000;
/**
 * The freshness of credentials, from the youngest to the oldest, and the ages in days at which the second and the third
 * begin.
 */
const FRESHNESS = ['FRESH', 'MODERATE', 'STALE'];
const FRESHNESS_LIMITS = [30, 90];
/** In milliseconds: how far the header `Date` may be from the moment that a response describes. */
export const INACCURACY = 2_000;
const EXPIRY = 'getCredentials:expiry';
const STANDING = 'VerificationStatus:standing';

/**
 * What the age of a listed credential decides: its freshness and its expiry.
 * @param at when the list was sent, in milliseconds since 1970
 */
export function* ageLooks(at: number, { kycStatus, freshness, issuedAt, expirationDate }: Json): Generator<Sight> {
  // The freshness of a revoked credential does not follow from its age.
  if (freshness === 'REVOKED') return;

  // Whether its freshness follows from its age. Because times are inexact, a credential near a limit may be on either
  // side.
  const age = at - timeOf(issuedAt);
  const days = Math.floor(age / DAY);
  const isNearLimit = FRESHNESS_LIMITS.some((limit) => Math.abs(age - limit * DAY) <= INACCURACY);
  if (!Number.isNaN(age) && !isNearLimit) {
    const passed = FRESHNESS_LIMITS.filter((limit) => days >= limit);
    // Each limit that the age has passed leads to the next freshness.
    const expected = FRESHNESS[passed.length]!;
    yield statedIf(freshness === expected, 'Freshness:thresholds', expected, `another freshness after ${days} days`);
  }

  // Whether it is shown as expired after its expiry, and only then.
  const remaining = timeOf(expirationDate) - at;
  const isExpired = kycStatus === 'EXPIRED';
  const isSuccessful = kycStatus === 'APPROVED' || kycStatus === 'SUCCESSFUL';
  // Other statuses say nothing about expiry. Near the expiry, either status may be right. An unknown time is NaN, which
  // is near nothing and decides nothing.
  const isDecidable = (isExpired || isSuccessful) && Math.abs(remaining) >= INACCURACY;
  if (!isDecidable) return;

  const shown = statedIf(isExpired, EXPIRY, 'EXPIRED', 'another status');
  if (remaining <= 0) yield { ...shown, circumstance: 'after its expirationDate' };
  else if (isExpired) yield noFit(EXPIRY, 'EXPIRED', 'before its expirationDate');
}

/** Whether a check shows the values of a credential that lists show. */
export function* shownOfCredential(check: Json, known: Json): Generator<Sight> {
  const { kycProvider, issuedAt, expiredAt } = check;
  const { provider } = known;
  if (isRealText(kycProvider) && isRealText(provider))
    yield statedIf(kycProvider === provider, PROVIDER, 'the provider of the list', 'another provider');

  yield* shownTime('VerificationStatus.issuedAt', issuedAt, known, 'issuedAt');
  yield* shownTime('VerificationStatus.expiredAt:meaning', expiredAt, known, 'expirationDate');
}

/** Whether a time in a check is the time that lists have under this name. */
function* shownTime(point: string, time: unknown, known: Json, name: string): Generator<Sight> {
  const distance = Math.abs(timeOf(time) - timeOf(known[name]));
  if (Number.isNaN(distance)) return;

  // One of the two may be written without milliseconds.
  yield statedIf(distance < 1_000, point, `the ${name} of the list`, 'another time');
}

/** The point about the provider that the check of a link shows. */
const PROVIDER = 'VerificationStatus.kycProvider';

/** The status and the colour that the check of a link shows, by the freshness of the credential. */
const STANDINGS = new Map<string, string>(Object.entries(WORDS.standings));

/** Whether status and colour of a check follow from the freshness of the credential. */
export function* standingLook(freshness: unknown, { status, color, isActive, isRevoked }: Json): Generator<Sight> {
  const word = String(freshness);
  const expected = STANDINGS.get(word);
  const shown = `${String(status)} ${String(color)}`;
  if (isActive === true && expected !== undefined)
    yield statedIf(shown === expected, STANDING, `${word}: ${expected}`, `${word}: another status or colour`);
  else if (isRevoked === true) yield statedIf(shown === 'revoked red' && isActive === false, STANDING, 'revoked');
}

/** The word that the service uses for an approved KYC status. */
export function* approvedLook(kycStatus: unknown): Generator<Sight> {
  if (kycStatus === 'APPROVED' || kycStatus === 'SUCCESSFUL') yield byWord('KycStatus:approved', kycStatus);
}
