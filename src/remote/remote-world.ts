/** The world of a sandbox in another process. */

import type { LinkOptions } from '../emulator/control/methods/world/minted-tokens.js';
import type { MintedLink, Schemas } from '../emulator/control/documents.js';
import type { WorldControl } from '../emulator/control/methods/world/world-control.js';
import type { ShownParty } from '../emulator/control/methods/world/documents.js';
import type { ControlPlaneClient, Remote } from './control-plane-client.js';

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

/** @param sandbox the sandbox of the sandbox */
export function remoteWorld(sandbox: ControlPlaneClient): RemoteWorld {
  const party = (partyId: string): ControlPlaneClient => sandbox.within('world', 'parties', partyId);
  const credential = (contractId: string): ControlPlaneClient => sandbox.within('world', 'credentials', contractId);
  const decide: RemoteWorld['decide'] = (partyId, decision) => party(partyId).send('POST', 'decisions', decision);
  return {
    parties: (query) => fetchParties(sandbox, query),
    party: (partyId) => party(partyId).get(),
    seen: (partyId) => party(partyId).get('seen'),
    addParty: (entry) => sandbox.send('POST', 'world/parties', entry),
    changeParty: (partyId, changes) => party(partyId).send('PATCH', '', changes),
    issue: (partyId, options) => party(partyId).send('POST', 'credentials', options),
    request: (partyId, provider, status) => party(partyId).send('POST', 'requests', { provider, status }),
    decide,
    approve: (partyId, provider) =>
      decide(partyId, { status: 'APPROVED', ...(provider !== undefined && { provider }) }),
    reject: (partyId, provider) => decide(partyId, { status: 'REJECTED', ...(provider !== undefined && { provider }) }),
    undo: ({ first, last }) => sandbox.send('DELETE', `world/changes/${first}-${last}`),
    events: () => sandbox.get('world/events'),
    credential: (contractId) => credential(contractId).get(),
    revoke: (contractId, delay = {}) => credential(contractId).send('POST', 'revoke', delay),
    archive: (contractId, delay = {}) => credential(contractId).send('POST', 'archive', delay),
    expire: (contractId, delay = {}) => credential(contractId).send('POST', 'expire', delay),
    supersede: (contractId, entry = {}) => credential(contractId).send('POST', 'supersede', entry),
    verificationLink: (contractId, options) => sandbox.send('POST', 'verification-links', { contractId, ...options }),
  };
}

/** Requests as many pages as needed: pages over HTTP are smaller than in a program. */
async function fetchParties(
  sandbox: ControlPlaneClient,
  { search, offset = 0, limit = 20 }: Parameters<WorldControl['parties']>[0] = {},
): ReturnType<RemoteWorld['parties']> {
  const items: ShownParty[] = [];
  for (;;) {
    const page = await sandbox.get<Schemas['PartyList']>('world/parties', {
      offset: offset + items.length,
      limit: Math.min(limit - items.length, LARGEST_PAGE),
      search,
    });
    items.push(...page.items);
    const { total } = page.pagination;
    if (page.items.length === 0 || items.length >= limit || offset + items.length >= total) return { items, total };
  }
}
