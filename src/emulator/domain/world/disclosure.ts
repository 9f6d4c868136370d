/** How parties come to disclose credentials: they obtain them from providers, and approve data requests. */

import {
  nextContractId,
  nextRequestIdentity,
  type CredentialCounter,
  type RequestCounter,
} from '../population/identifiers.js';
import { LATEST_MOMENT } from '../time/moment.js';
import { creationFor } from './account-age.js';
import type { PartyEvent } from './events.js';
import { openRequest } from './lifecycle.js';
import type { DataRequest, HeldCredential, Party, Provider } from './model.js';

/** How long a credential is valid by default: one year, in milliseconds. */
export const VALIDITY = 365 * 86_400_000;

/** When a credential expires by default; both in milliseconds since 1970. */
export function usualExpiry(issuedAt: number): number {
  return Math.min(issuedAt + VALIDITY, LATEST_MOMENT);
}

/** The provider's data about the account by default. */
export function usualMetadata({ email, firstName, lastName }: Party): HeldCredential['metadata'] {
  return {
    ...(email !== undefined && { email }),
    ...(firstName !== undefined && { firstName }),
    ...(lastName !== undefined && { lastName }),
  };
}

/** A credential with nothing but defaults. */
export function usualCredential(
  sandbox: CredentialCounter,
  party: Party,
  provider: Provider,
  at: number,
): HeldCredential {
  return {
    contractId: nextContractId(sandbox),
    provider,
    accountCreatedAt: creationFor(provider, party.credentials, { at }),
    issuedAt: { at },
    expiresAt: { at: usualExpiry(at) },
    state: 'active',
    metadata: usualMetadata(party),
    social: {},
  };
}

/** A data request with the next IDs of the sandbox. */
export function nextDataRequest(
  sandbox: RequestCounter,
  provider: DataRequest['provider'],
  status: DataRequest['status'],
  at: number,
): DataRequest {
  const { id, proposalId } = nextRequestIdentity(sandbox);
  return { id, proposalId, provider, status, requestedAt: { at } };
}

/**
 * What discloses the party's credentials of a provider: the approval of its pending data request, or else an approved one.
 * Nothing if they are disclosed.
 */
export function disclosing(sandbox: RequestCounter, party: Party, provider: Provider, at: number): PartyEvent[] {
  const { partyId } = party;
  const open = openRequest(party, provider);
  if (open?.status === 'APPROVED') return [];
  if (open !== undefined) return [{ type: 'data-request-decided', partyId, requestId: open.id, status: 'APPROVED' }];
  return [{ type: 'data-requested', partyId, request: nextDataRequest(sandbox, provider, 'APPROVED', at) }];
}
