/** How parties come to disclose credentials: they obtain credentials from providers, and approve data requests. */

import { withoutUndefined } from '../../../common/json.js';
import type { Sandbox } from '../sandbox/sandbox.js';
import { hashHex, hashUuid } from '../time/random.js';
import { accountCreationFor } from './account-age.js';
import { usualExpiry } from './credential-status.js';
import type { PartyEvent } from './events.js';
import { openRequest } from './lifecycle.js';
import type { DataRequest, HeldCredential, Party, Provider } from './model.js';
import type { World } from './world.js';

/** What a provider says about an account by default: what the party says about itself. */
export function usualMetadata({ email, firstName, lastName }: Party): HeldCredential['metadata'] {
  return withoutUndefined({ email, firstName, lastName });
}

/**
 * The ID of the next credential, as long as the IDs of the service. It depends on the sandbox's seed and a running
 * number. An ID in use is skipped: a test may have added a credential with the ID that another sandbox with this seed
 * gave to it.
 */
export function nextContractId(sandbox: Sandbox): string {
  for (;;) {
    // 0x63726564 is `cred` in ASCII. With it, this hash differs from all other hashes that are made with the seed.
    const contractId = `00${hashHex(68, sandbox.seed, 0x63726564, sandbox.nextNumber('credentials'))}`;
    if (!isContractIdTaken(sandbox.world, contractId)) return contractId;
  }
}

/** Whether a credential has this contract ID, or a scheduled event will issue such a credential. */
export function isContractIdTaken(world: World, contractId: string): boolean {
  const isReserved = world.scheduled.some(
    ({ event }) => event.type === 'credential-issued' && event.credential.contractId === contractId,
  );
  return isReserved || world.holding(contractId) !== undefined;
}

/** A credential with nothing but defaults. */
export function usualCredential(sandbox: Sandbox, party: Party, provider: Provider, at: number): HeldCredential {
  return {
    contractId: nextContractId(sandbox),
    provider,
    accountCreatedAt: accountCreationFor(provider, party.credentials, { at }),
    issuedAt: { at },
    expiresAt: { at: usualExpiry(at) },
    state: 'active',
    metadata: usualMetadata(party),
    social: {},
  };
}

/**
 * The identifiers of the next data request. They depend on the sandbox's seed and on the number of requests before. The
 * ID is above those of all generated requests, because the request is newer.
 */
export function nextRequestIdentity(sandbox: Sandbox): Pick<DataRequest, 'id' | 'proposalId'> {
  const number = sandbox.nextNumber('dataRequests');
  const { lastRequestId } = sandbox.world.base.population;
  // 0x70726f70 is `prop` in ASCII. With it, this hash differs from all other hashes that are made with the seed.
  return { id: lastRequestId + number, proposalId: hashUuid(sandbox.seed, 0x70726f70, number) };
}

/** A data request with the next IDs of the sandbox. */
export function nextDataRequest(
  sandbox: Sandbox,
  provider: DataRequest['provider'],
  status: DataRequest['status'],
  at: number,
): DataRequest {
  return { ...nextRequestIdentity(sandbox), provider, status, requestedAt: { at } };
}

/**
 * The events that disclose a party's credentials of a provider: the approval of the pending data request, or else a new
 * approved request. Empty if the credentials are disclosed already.
 * @param party the party as `partyAt` returns it
 */
export function disclosureEvents(sandbox: Sandbox, party: Party, provider: Provider, at: number): PartyEvent[] {
  const { partyId } = party;
  const open = openRequest(party, provider);
  if (open?.status === 'APPROVED') return [];
  if (open !== undefined) return [{ type: 'data-request-decided', partyId, requestId: open.id, status: 'APPROVED' }];

  return [{ type: 'data-requested', partyId, request: nextDataRequest(sandbox, provider, 'APPROVED', at) }];
}
