/** VerificationStatus: the public status of the credential of a link (specification section 2.6). */

import { isoTimestamp } from '../../domain/time/timestamp.js';
import { freshness, isExpired } from '../../domain/world/credential-status.js';
import { instant } from '../../domain/time/moment.js';
import type { HeldCredential } from '../../domain/world/model.js';
import type { Now } from '../../domain/time/now.js';
import type { ServiceContext } from '../service-context.js';
import { representMetadata } from './credential.js';

export interface VerificationStatus {
  readonly status: Standing['status'];
  readonly color: Standing['color'];
  readonly isActive: boolean;
  readonly contractId: string | null;
  readonly credentialData: object | null;
  readonly issuedAt: string | null;
  readonly expiredAt: string | null;
  readonly isArchived: boolean;
  readonly isSuperseded: boolean;
  readonly isRevoked: boolean;
  readonly message: string;
  readonly kycProvider: string | null;
}

interface Standing {
  readonly status: 'strong' | 'moderate' | 'weak' | 'archived' | 'revoked' | 'expired';
  readonly color: 'green' | 'amber' | 'red';
  readonly message: string;
}

/**
 * The status of the credential that a link token belongs to; undefined if the token is unknown or its link has expired. Due
 * events of the sandbox's world must have been applied.
 */
export function readVerificationStatus(
  { linkTokens, sandboxes }: Pick<ServiceContext, 'linkTokens' | 'sandboxes'>,
  token: string,
): VerificationStatus | undefined {
  const link = linkTokens.read(token, sandboxes);
  if (link === undefined || link.expiresAt <= link.sandbox.clock.now()) return undefined;
  const { world } = link.sandbox;
  const holding = world.disclosedCredential(link.subject);
  return holding && representStatus(holding.credential, world.time());
}

function representStatus(credential: HeldCredential, time: Now): VerificationStatus {
  const { status, color, message } = standingOf(credential, time);
  return {
    status,
    color,
    isActive: color !== 'red',
    contractId: credential.contractId,
    credentialData: representMetadata(credential, time),
    issuedAt: isoTimestamp(instant(credential.issuedAt, time.epoch)),
    expiredAt: isoTimestamp(instant(credential.expiresAt, time.epoch)),
    isArchived: credential.state === 'archived',
    isSuperseded: credential.state === 'superseded',
    isRevoked: credential.state === 'revoked',
    message,
    kycProvider: credential.provider,
  };
}

/** A change of the credential's state comes before its expiry, and both before its age. */
function standingOf(credential: HeldCredential, time: Now): Standing {
  if (credential.state === 'revoked')
    return { status: 'revoked', color: 'red', message: 'The credential has been revoked.' };
  if (credential.state === 'superseded')
    return { status: 'archived', color: 'red', message: 'A newer credential has taken the place of this one.' };
  if (credential.state === 'archived')
    return { status: 'archived', color: 'red', message: 'The credential has been archived.' };
  if (isExpired(credential, time)) return { status: 'expired', color: 'red', message: 'The credential has expired.' };
  switch (freshness(credential, time)) {
    case 'FRESH':
      return { status: 'strong', color: 'green', message: 'The credential is active and fresh.' };
    case 'MODERATE':
      return { status: 'moderate', color: 'amber', message: 'The credential is active but no longer fresh.' };
    default:
      return { status: 'weak', color: 'amber', message: 'The credential is active but was issued long ago.' };
  }
}
