/** Looks at what the age of a listed credential decides: its freshness, and whether it has expired. */

import type { Json } from '../../../common/json.js';
import { firstOf, other, type Seen, STATED, statedIf } from './look.js';
import { timeOf } from './values/times.js';

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

  if (left <= 0)
    yield* firstOf(
      EXPIRY,
      [
        [isExpired, 'EXPIRED', STATED],
        [true, 'another status'],
      ],
      'after its expirationDate',
    );
  else if (isExpired) yield other(EXPIRY, 'EXPIRED', 'before its expirationDate');
}
