/** What follows from a credential, its data request and the time: freshness and KYC state. */

import type { DataRequest, HeldCredential, KycStatus, Moment, Party } from './model.js';

export type Freshness = 'FRESH' | 'MODERATE' | 'STALE' | 'REVOKED';

/** A moment of a world, and the time it is looked at. */
export interface Now {
  /** The current time of the sandbox's clock, in milliseconds. */
  readonly now: number;
  /** When the sandbox's clock started: what relative moments count from. */
  readonly epoch: number;
}

export const DAY = 86_400_000;
const FRESH_BELOW_DAYS = 30;
const MODERATE_BELOW_DAYS = 90;

/** The absolute time of a moment, in milliseconds. */
export function instant(moment: Moment, epoch: number): number {
  return 'at' in moment ? moment.at : epoch + moment.sinceStart;
}

/** Whole days since the credential was issued, never negative. */
export function ageInDays(credential: HeldCredential, { now, epoch }: Now): number {
  return Math.max(0, Math.floor((now - instant(credential.issuedAt, epoch)) / DAY));
}

/** Whether the credential's expiration date has passed. */
export function isExpired(credential: HeldCredential, { now, epoch }: Now): boolean {
  return instant(credential.expiresAt, epoch) <= now;
}

/** By age of issuedAt: under 30 days FRESH, under 90 MODERATE, else STALE; revoked is REVOKED. */
export function freshness(credential: HeldCredential, time: Now): Freshness {
  if (credential.state === 'revoked') return 'REVOKED';
  const age = ageInDays(credential, time);
  if (age < FRESH_BELOW_DAYS) return 'FRESH';
  return age < MODERATE_BELOW_DAYS ? 'MODERATE' : 'STALE';
}

/** The KYC state of one credential of a party. */
export function credentialKycStatus(party: Party, credential: HeldCredential, time: Now): KycStatus {
  if (party.status === 'BLOCKED') return 'BLOCKED';
  return isExpired(credential, time) ? 'EXPIRED' : 'APPROVED';
}

/** The KYC state of a users-list row: it follows the data request until that is approved, then the credential. */
export function requestKycStatus(party: Party, request: DataRequest, time: Now): KycStatus {
  if (party.status === 'BLOCKED') return 'BLOCKED';
  const credential = party.credentials.findLast((held) => held.provider === request.provider);
  switch (request.status) {
    case 'PENDING':
      return credential === undefined ? 'TO_DO' : 'IN_REVIEW';
    case 'APPROVED':
      return credential !== undefined && isExpired(credential, time) ? 'EXPIRED' : 'APPROVED';
    case 'REJECTED':
      return 'REJECTED';
    case 'EXPIRED':
      return 'EXPIRED';
  }
}
