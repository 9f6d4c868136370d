/** VerificationStatus: the public status of the credential of a link (specification section 2.6). */

import type { components } from '../../../contract/service-schemas.js';
import { isoTimestamp } from '../../domain/time/timestamp.js';
import { freshness, standingOf, type Freshness, type Standing } from '../../domain/world/credential-status.js';
import { instant } from '../../domain/time/moment.js';
import type { CredentialMetadata, HeldCredential, Holding } from '../../domain/world/model.js';
import type { StandingRules } from '../../domain/world/standing-rules.js';
import type { Link } from '../../domain/tokens/link-tokens.js';
import { representMetadata, type Presentation } from './rows.js';

export type VerificationStatus = components['schemas']['VerificationStatus'];

type StatusWords = Pick<VerificationStatus, 'status' | 'color' | 'message'>;

/**
 * The status of the credential of a link; undefined if the link has expired, or if its credential is not disclosed. Due
 * events of the sandbox's world must have been applied.
 */
export function verificationStatus(link: Link, rules: StandingRules): VerificationStatus | undefined {
  const { sandbox, subject, expiresAt } = link;
  if (expiresAt <= sandbox.clock.now()) return undefined;

  const { world } = sandbox;
  const holding = world.disclosedCredential(subject);

  return holding && representStatus(holding, { time: world.time(), rules });
}

/** What the status depends on, apart from the credential. */
type StatusContext = Pick<Presentation, 'time' | 'rules'>;

/** The status of a disclosed credential. */
export function representStatus(holding: Holding, context: StatusContext): VerificationStatus {
  const { credential } = holding;
  const { time } = context;
  const { status, color, message } = wordsFor(holding, context);
  const isActive = color !== 'red';

  return {
    status,
    color,
    isActive,
    contractId: credential.contractId,
    credentialData: dataOf(credential, isActive, context),
    issuedAt: isoTimestamp(instant(credential.issuedAt, time.epoch)),
    expiredAt: isoTimestamp(instant(credential.expiresAt, time.epoch)),
    isArchived: credential.state === 'archived',
    isSuperseded: credential.state === 'superseded',
    isRevoked: status === 'revoked',
    message,
    kycProvider: credential.provider,
  };
}

/** The status of a credential that is not valid. */
const OF_DEAD: Readonly<Record<Exclude<Standing, 'valid'>, StatusWords>> = {
  revoked: { status: 'revoked', color: 'red', message: 'The credential has been revoked.' },
  superseded: { status: 'archived', color: 'red', message: 'A newer credential has taken the place of this one.' },
  archived: { status: 'archived', color: 'red', message: 'The credential has been archived.' },
  expired: { status: 'expired', color: 'red', message: 'The credential has expired.' },
};
/** The status of a credential of a blocked party. The message does not reveal the block. */
const OF_BLOCKED: StatusWords = { ...OF_DEAD.revoked, message: 'The credential is not valid at present.' };

/** The status of a valid credential. */
const OF_VALID: Readonly<Record<Exclude<Freshness, 'REVOKED'>, StatusWords>> = {
  FRESH: { status: 'strong', color: 'green', message: 'The credential is active and fresh.' },
  MODERATE: { status: 'moderate', color: 'amber', message: 'The credential is active but no longer fresh.' },
  STALE: { status: 'weak', color: 'amber', message: 'The credential is active but was issued long ago.' },
};

/** Status, colour and message of a credential. */
function wordsFor({ party, credential }: Holding, { time, rules }: StatusContext): StatusWords {
  const fresh = freshness(party, credential, time, rules);
  // A credential that counts as revoked without being so belongs to a blocked party.
  if (fresh === 'REVOKED') return credential.state === 'revoked' ? OF_DEAD.revoked : OF_BLOCKED;

  const standing = standingOf(party, credential, time, rules);

  return standing === 'valid' ? OF_VALID[fresh] : OF_DEAD[standing];
}

/** The metadata that the public check shows; null if it shows no metadata. */
function dataOf(credential: HeldCredential, isActive: boolean, context: StatusContext): CredentialMetadata | null {
  const { time, rules } = context;
  const metadata = representMetadata(credential, time);
  // One rule holds for all credentials, and another one for those that are not valid. The stricter rule counts.
  const rulesOfData = isActive ? [rules.checkedData] : [rules.checkedData, rules.checked];
  if (rulesOfData.includes('withheld')) return null;

  return rulesOfData.includes('anonymous') ? { verifiedAt: metadata.verifiedAt! } : metadata;
}
