/** Looks at single credentials: what their age decides, and whether a check shows what lists show. */

import type { Json } from '../../../common/json.js';
import { isText, timeOf } from '../../../traffic/values.js';
import { WORDS } from '../words.js';
import { other, type Seen, statedIf } from './look.js';

const DAY = 86_400_000;
/** The freshness of a credential up to a number of days after its issue. */
const FRESHNESS = [
  [30, 'FRESH'],
  [90, 'MODERATE'],
  [Infinity, 'STALE'],
] as const;
/** How far the header `Date` may be from the moment that a response describes, in milliseconds. */
export const INACCURACY = 2_000;
const EXPIRY = 'getCredentials:expiry';

/** @param at when the list was sent, in milliseconds since 1970 */
export function* ageLooks(at: number, { kycStatus, freshness, issuedAt, expirationDate }: Json): Generator<Seen> {
  if (freshness === 'REVOKED') return;

  const age = at - timeOf(issuedAt);
  const days = Math.floor(age / DAY);
  const isNearLimit = FRESHNESS.some(([until]) => Math.abs(age - until * DAY) <= INACCURACY);
  if (!Number.isNaN(age) && !isNearLimit) {
    const [, expected] = FRESHNESS.find(([until]) => days < until)!;
    yield statedIf(freshness === expected, 'Freshness:thresholds', expected, `another freshness after ${days} days`);
  }

  const left = timeOf(expirationDate) - at;
  const isExpired = kycStatus === 'EXPIRED';
  const isDecided = isExpired || kycStatus === 'APPROVED' || kycStatus === 'SUCCESSFUL';
  if (!isDecided || Math.abs(left) < INACCURACY) return;

  const expired = statedIf(isExpired, EXPIRY, 'EXPIRED', 'another status');
  if (left <= 0) yield { ...expired, circumstance: 'after its expirationDate' };
  else if (isExpired) yield other(EXPIRY, 'EXPIRED', 'before its expirationDate');
}

/** Whether a check shows the same values of a credential as the lists. */
export function* shownOfCredential(check: Json, known: Json): Generator<Seen> {
  const [shown, listed] = [check['kycProvider'], known['provider']];
  if (isText(shown) && isText(listed))
    yield statedIf(shown === listed, 'VerificationStatus.kycProvider', 'the provider of the list', 'another provider');
  const times = [
    ['VerificationStatus.issuedAt', check['issuedAt'], known['issuedAt'], 'issuedAt'],
    ['VerificationStatus.expiredAt:meaning', check['expiredAt'], known['expirationDate'], 'expirationDate'],
  ] as const;

  for (const [point, shown, listed, name] of times) {
    const distance = Math.abs(timeOf(shown) - timeOf(listed));
    if (Number.isNaN(distance)) continue;

    // One of the two may be written without milliseconds.
    yield statedIf(distance < 1_000, point, `the ${name} of the list`, 'another time');
  }
}

const STANDINGS = new Map<string, string>(Object.entries(WORDS.standings));

/** How status and colour of a check follow from the freshness of the credential. */
export function* standingLook(freshness: unknown, { status, color, isActive, isRevoked }: Json): Generator<Seen> {
  const expected = STANDINGS.get(String(freshness));
  const shown = `${String(status)} ${String(color)}`;
  if (isActive === true && expected !== undefined)
    yield statedIf(
      shown === expected,
      'VerificationStatus:standing',
      `${String(freshness)}: ${expected}`,
      `${String(freshness)}: another status or colour`,
    );
  else if (isRevoked === true)
    yield statedIf(shown === 'revoked red' && isActive === false, 'VerificationStatus:standing', 'revoked');
}
