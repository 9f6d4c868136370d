/** What a party lets the institution see. */

import type { IssueOptions } from '../../../domain/world/change-requests.js';
import type { ShownCredential, ShownParty } from '../../../domain/world/shown-party.js';
import type { Provider } from '../../../domain/world/model.js';
import type { StateSandbox } from '../state-sandbox.js';
import { inventMetadata } from './invented-account.js';

/** Sees to it that the party has a current credential from the provider, and that the institution may see it. */
export async function ensureDisclosed(sandbox: StateSandbox, partyId: string, provider: Provider): Promise<void> {
  const { credentials } = await sandbox.world.party(partyId);
  const current = credentials.find((held) => held.provider === provider && held.state === 'active' && !held.expired);
  if (current?.disclosed === true) return;
  if (current === undefined) await issueCredential(sandbox, partyId, { provider });
  await disclose(sandbox, partyId, provider);
}

/** Issues a credential that nobody is shown yet, with everything that a fixture's has; the party keeps those that it has. */
export async function issueCredential(
  { world }: StateSandbox,
  partyId: string,
  options: IssueOptions,
): Promise<ShownCredential> {
  const party = await world.party(partyId);
  return world.issue(partyId, {
    issuedAt: '-P5D',
    metadata: inventMetadata(party, options.provider),
    supersede: false,
    disclose: false,
    ...options,
  });
}

/** Lets the institution see what the party has from a provider: the pending request is approved, or a new one. */
export async function disclose({ world }: StateSandbox, partyId: string, provider: Provider): Promise<void> {
  const requests = (await world.party(partyId)).requests.filter((request) => request.provider === provider);
  if (requests.some(({ status }) => status === 'APPROVED')) return;
  if (requests.some(({ status }) => status === 'PENDING'))
    await world.decide(partyId, { status: 'APPROVED', provider });
  else await world.request(partyId, provider, 'APPROVED');
}

/** Takes back what the institution may see, but from these providers: the party's approvals have expired. */
export async function withdraw(
  { world }: StateSandbox,
  { partyId, requests }: ShownParty,
  { but = [] }: { readonly but?: readonly string[] } = {},
): Promise<void> {
  for (const { id, status, provider } of requests) {
    if (status === 'APPROVED' && !but.includes(provider))
      await world.decide(partyId, { status: 'EXPIRED', requestId: id });
  }
}
