/** The world of a sandbox in another process. */

import type { LinkOptions, MintedLink } from '../emulator/control/world/verification-link.js';
import type { WorldControl } from '../emulator/control/world/world-control.js';
import type { ShownParty } from '../emulator/domain/world/shown-party.js';
import type { Remote, SandboxEndpoints } from './sandbox-endpoints.js';

/**
 * The methods of `WorldControl`, each of which returns a promise. It throws Problem if the control plane refuses the
 * request, and RemoteEmulatorError if no emulator responds.
 */
export interface RemoteWorld extends Remote<WorldControl> {
  /** Creates a verification link for a credential. */
  readonly verificationLink: (contractId: string, options?: LinkOptions) => Promise<MintedLink>;
}

/** Largest page over HTTP. */
const LARGEST_PAGE = 100;

interface PartiesPage {
  readonly items: readonly ShownParty[];
  readonly pagination: { readonly total: number };
}

export function remoteWorld(endpoints: SandboxEndpoints): RemoteWorld {
  const decide: RemoteWorld['decide'] = (partyId, decision) =>
    endpoints.send('POST', `${party(partyId)}/decisions`, decision);
  return {
    parties: (query) => fetchParties(endpoints, query),
    party: (partyId) => endpoints.get(party(partyId)),
    seen: (partyId) => endpoints.get(`${party(partyId)}/seen`),
    addParty: (entry) => endpoints.send('POST', 'world/parties', entry),
    changeParty: (partyId, changes) => endpoints.send('PATCH', party(partyId), changes),
    issue: (partyId, options) => endpoints.send('POST', `${party(partyId)}/credentials`, options),
    request: (partyId, provider, status) => endpoints.send('POST', `${party(partyId)}/requests`, { provider, status }),
    decide,
    approve: (partyId, provider) =>
      decide(partyId, { status: 'APPROVED', ...(provider !== undefined && { provider }) }),
    reject: (partyId, provider) => decide(partyId, { status: 'REJECTED', ...(provider !== undefined && { provider }) }),
    events: () => endpoints.get('world/events'),
    credential: (contractId) => endpoints.get(credential(contractId)),
    revoke: (contractId, delay = {}) => endpoints.send('POST', `${credential(contractId)}/revoke`, delay),
    archive: (contractId, delay = {}) => endpoints.send('POST', `${credential(contractId)}/archive`, delay),
    expire: (contractId, delay = {}) => endpoints.send('POST', `${credential(contractId)}/expire`, delay),
    supersede: (contractId, entry = {}) => endpoints.send('POST', `${credential(contractId)}/supersede`, entry),
    verificationLink: (contractId, options) => endpoints.send('POST', 'verification-links', { contractId, ...options }),
  };
}

function party(partyId: string): string {
  return `world/parties/${encodeURIComponent(partyId)}`;
}

function credential(contractId: string): string {
  return `world/credentials/${encodeURIComponent(contractId)}`;
}

/** Requests as many pages as needed: pages over HTTP are smaller than in a program. */
async function fetchParties(
  endpoints: SandboxEndpoints,
  { search, offset = 0, limit = 20 }: Parameters<WorldControl['parties']>[0] = {},
): ReturnType<RemoteWorld['parties']> {
  const items: ShownParty[] = [];
  for (;;) {
    const page = await endpoints.get<PartiesPage>('world/parties', {
      offset: offset + items.length,
      limit: Math.min(limit - items.length, LARGEST_PAGE),
      search,
    });
    items.push(...page.items);
    const { total } = page.pagination;
    if (page.items.length === 0 || items.length >= limit || offset + items.length >= total) return { items, total };
  }
}
