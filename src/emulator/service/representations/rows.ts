/** How the service shows parties, credentials and scores (specification sections 2.2 to 2.5). */

import { SPECIFICATION, type Contract } from '../../../contract/contract.js';
import { humanScore } from '../../domain/scores/human-score.js';
import { instant } from '../../domain/time/moment.js';
import type { Now } from '../../domain/time/now.js';
import { isoTimestamp } from '../../domain/time/timestamp.js';
import { credentialKycStatus, freshness } from '../../domain/world/credential-status.js';
import { requestKycStatus, requestStatus } from '../../domain/world/credential-status.js';
import type { CredentialMetadata, HeldCredential, Holding, Party } from '../../domain/world/model.js';
import type { StandingRules } from '../../domain/world/standing-rules.js';
import { USUAL_RULES } from '../../domain/world/usual-rules.js';
import { shownIdentity, type UserRow } from '../../domain/world/users-list.js';

/** What responses depend on, apart from the data: the time, the revision of the contract and its variants. */
export interface Presentation {
  /** The time by the sandbox's clock. */
  readonly time: Now;
  /** Whether credentials and scores contain the e-mail of the account; true since revision 2026-04. */
  readonly showsEmail: boolean;
  readonly rules: StandingRules;
}

/** What responses by a contract depend on at a time. */
export function presentationOf(contract: Contract, time: Now): Presentation {
  return { time, showsEmail: contract.revision !== SPECIFICATION, rules: rulesIn(contract) };
}

/** The rules by which the service selects data, as the contract with its variants states them. */
export function rulesIn({ document: { 'x-rules': rules } }: Contract): StandingRules {
  return rules === undefined ? USUAL_RULES : { ...USUAL_RULES, ...rules };
}

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

/** A row of the users list. */
export function representUser({ party, request }: UserRow, time: Now, rules: StandingRules = USUAL_RULES): object {
  const { fullName, email } = shownIdentity({ party, request }, rules);
  return {
    id: request.id,
    proposalId: request.proposalId,
    partyId: party.partyId,
    reqStatus: requestStatus(request, time, rules),
    kycStatus: requestKycStatus(party, request, time, rules),
    kycProvider: request.provider,
    ...(fullName !== undefined && { fullName }),
    ...(email !== undefined && { email }),
    ...(party.status !== undefined && { status: party.status }),
    ...(request.requestedAt !== undefined && { regDate: isoTimestamp(instant(request.requestedAt, time.epoch)) }),
  };
}

/** The score of a party. */
export function representHumanScore(party: Party, { time, showsEmail, rules }: Presentation): object {
  return {
    partyId: party.partyId,
    ...(showsEmail && { email: party.email }),
    humanScore: humanScore(party, time, rules),
  };
}
