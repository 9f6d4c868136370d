/** Freshness and KYC status: computed from a credential, its data request and the time. */

import type { DataRequest, HeldCredential, KycStatus, Party, RequestStatus, UserStatus } from './model.js';
import { instant } from '../time/moment.js';
import type { Now } from '../time/now.js';

export type Freshness = 'FRESH' | 'MODERATE' | 'STALE' | 'REVOKED';

const FRESH_BELOW_DAYS = 30;
const MODERATE_BELOW_DAYS = 90;

/** Whole days since the credential was issued, never negative. */
function ageInDays(credential: HeldCredential, time: Now): number {
  return Math.max(0, time.daysSince(instant(credential.issuedAt, time.epoch)));
}

/** Whether the credential has expired. */
export function isExpired(credential: HeldCredential, time: Now): boolean {
  return time.hasCome(instant(credential.expiresAt, time.epoch));
}

/** REVOKED if revoked; otherwise by age: under 30 days FRESH, under 90 MODERATE, else STALE. */
export function freshness(credential: HeldCredential, time: Now): Freshness {
  if (credential.state === 'revoked') return 'REVOKED';
  const age = ageInDays(credential, time);
  if (age < FRESH_BELOW_DAYS) return 'FRESH';
  return age < MODERATE_BELOW_DAYS ? 'MODERATE' : 'STALE';
}

/** The KYC status of one credential of a party. */
export function credentialKycStatus(party: Party, credential: HeldCredential, time: Now): KycStatus {
  if (party.status === 'BLOCKED') return 'BLOCKED';
  return isExpired(credential, time) ? 'EXPIRED' : 'APPROVED';
}

/**
 * The KYC status of a row of the users list. It follows the data request until that is approved, then the credential.
 */
export function requestKycStatus(party: Party, request: DataRequest, time: Now): KycStatus {
  const credential = party.credentials.findLast((held) => held.provider === request.provider);
  return kycStatusBy(party.status, request.status, credential && (isExpired(credential, time) ? 'expired' : 'valid'));
}

/** The KYC status of a data request. `credential` is undefined if the party has none from the provider. */
export function kycStatusBy(
  user: UserStatus,
  request: RequestStatus,
  credential: 'valid' | 'expired' | undefined,
): KycStatus {
  if (user === 'BLOCKED') return 'BLOCKED';
  switch (request) {
    case 'PENDING':
      return credential === undefined ? 'TO_DO' : 'IN_REVIEW';
    case 'APPROVED':
      return credential === 'expired' ? 'EXPIRED' : 'APPROVED';
    case 'REJECTED':
      return 'REJECTED';
    case 'EXPIRED':
      return 'EXPIRED';
  }
}
