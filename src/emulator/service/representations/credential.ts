/** Credential and ResolvedCredential in the format of the service (specification sections 2.2 and 2.3). */

import { isoTimestamp } from '../../domain/time/timestamp.js';
import { credentialKycStatus, freshness } from '../../domain/world/credential-status.js';
import { instant } from '../../domain/time/moment.js';
import type { CredentialMetadata, HeldCredential, Holding } from '../../domain/world/model.js';
import type { Now } from '../../domain/time/now.js';
import type { Presentation } from './presentation.js';

/** A credential of the lists. */
export function representCredential({ party, credential }: Holding, { time, showsEmail, rules }: Presentation): object {
  const issuedAt = isoTimestamp(instant(credential.issuedAt, time.epoch));
  return {
    partyId: party.partyId,
    contractId: credential.contractId,
    provider: credential.provider,
    kycStatus: credentialKycStatus(party, credential, time, rules),
    expirationDate: isoTimestamp(instant(credential.expiresAt, time.epoch)),
    issuedAt,
    freshness: freshness(party, credential, time, rules),
    metadata: { verifiedAt: issuedAt, ...credential.metadata },
    ...(showsEmail && { email: party.email }),
  };
}

/** A credential of a look-up, with its account. */
export function representResolved({ party, credential }: Holding, time: Now): object {
  const { metadata } = credential;
  const username = metadata.username ?? party.username;
  return {
    partyId: party.partyId,
    userId: party.userId,
    email: party.email,
    ...(username !== undefined && { username }),
    // The credential may contain names that the account lacks.
    firstName: party.firstName ?? metadata.firstName,
    lastName: party.lastName ?? metadata.lastName,
    kycProvider: credential.provider,
    contractId: credential.contractId,
    metadata: representMetadata(credential, time),
  };
}

/** The metadata of a credential. `verifiedAt` defaults to the time of issue. */
export function representMetadata(credential: HeldCredential, { epoch }: Now): CredentialMetadata {
  return { verifiedAt: isoTimestamp(instant(credential.issuedAt, epoch)), ...credential.metadata };
}
