/** Compares what the check of a link shows of a credential with what lists show of the same credential. */

import type { Json } from '../../../common/json.js';
import { timeOf } from './values/times.js';
import { isText } from '../../../traffic/redacted.js';
import { type Seen, statedIf } from './look.js';

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

/** Status and colour of a check, by the freshness of the credential. */
const STANDINGS: ReadonlyMap<string, string> = new Map([
  ['FRESH', 'strong green'],
  ['MODERATE', 'moderate amber'],
  ['STALE', 'weak amber'],
]);

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
