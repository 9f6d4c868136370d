/** How parties come to disclose credentials: they obtain them from providers, and approve data requests. */

import { nextRequestIdentity, type RequestCounter } from '../population/identifiers.js';
import { LATEST_MOMENT } from '../time/moment.js';
import { hashHex } from '../time/random.js';
import { creationFor } from './account-age.js';
import type { PartyEvent } from './events.js';
import { openRequest } from './lifecycle.js';
import type { DataRequest, HeldCredential, Party, Provider } from './model.js';
import type { World } from './world.js';

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

/** A sandbox, as far as it numbers credentials. */
export interface CredentialCounter {
  readonly seed: number;
  readonly world: Pick<World, 'holding' | 'scheduled'>;
  nextNumber(kind: 'credentials'): number;
}

/**
 * The ID of the next credential, as long as the service's. It depends on the sandbox's seed and on the number of credentials
 * before. An ID that somebody has chosen already is left out: it may come from another sandbox with this seed.
 */
export function nextContractId(sandbox: CredentialCounter): string {
  for (;;) {
    const contractId = `00${hashHex(68, sandbox.seed, 0x63726564, sandbox.nextNumber('credentials'))}`;
    if (!isContractIdTaken(sandbox.world, contractId)) return contractId;
  }
}

/** Whether a credential has this contract ID, or a scheduled event will issue one with it. */
export function isContractIdTaken(world: CredentialCounter['world'], contractId: string): boolean {
  const isReserved = world.scheduled.some(
    ({ event }) => event.type === 'credential-issued' && event.credential.contractId === contractId,
  );
  return isReserved || world.holding(contractId) !== undefined;
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
