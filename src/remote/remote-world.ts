/** The world of a sandbox in another process. */

import { withoutUndefined } from '../common/json.js';
import type { LinkOptions } from '../emulator/control/methods/world/minted-tokens.js';
import type { MintedLink, Schemas } from '../emulator/control/documents.js';
import type { WorldControl } from '../emulator/control/methods/world/world-control.js';
import type { ControlPlaneClient, Remote } from './control-plane-client.js';
import type { MethodsByTable } from './methods-by-table.js';

/**
 * The methods of `WorldControl`, each of which returns a promise. It throws Problem if the control plane refuses the
 * request, and RemoteEmulatorError if no emulator responds.
 */
export interface RemoteWorld extends Remote<WorldControl> {
  /** Creates a verification link for a credential. */
  readonly verificationLink: (contractId: string, options?: LinkOptions) => Promise<MintedLink>;
}

/** The most parties on a page of the control plane. */
const LARGEST_PAGE = 100;

/**
 * The world of a sandbox. Most of its methods come from the table of operations; the others take other arguments here.
 * @param id the ID of the sandbox
 */
export function remoteWorld(client: ControlPlaneClient, id: string, { sandbox, world }: MethodsByTable): RemoteWorld {
  return {
    ...world,
    parties: (query) => fetchParties(client, id, query),
    approve: (partyId, provider) => world.decide(partyId, { status: 'APPROVED', ...withoutUndefined({ provider }) }),
    reject: (partyId, provider) => world.decide(partyId, { status: 'REJECTED', ...withoutUndefined({ provider }) }),
    undo: ({ first, last }) => client.call('undoChange', { sandbox: id, target: `${first}-${last}` }),
    verificationLink: sandbox.verificationLink,
  };
}

/** Requests as many pages as needed: pages over HTTP are smaller than in a program. */
async function fetchParties(
  client: ControlPlaneClient,
  sandbox: string,
  { offset = 0, limit = 20, ...criteria }: Parameters<WorldControl['parties']>[0] = {},
): ReturnType<RemoteWorld['parties']> {
  const items: Schemas['Party'][] = [];
  for (;;) {
    const query = { offset: offset + items.length, limit: Math.min(limit - items.length, LARGEST_PAGE), ...criteria };
    const page = await client.call<Schemas['PartyList']>('listParties', { sandbox, query });
    items.push(...page.items);

    const { total } = page.pagination;
    // An empty page ends the list even if `total` is larger: parties may have gone while the pages were read.
    if (page.items.length === 0 || items.length >= limit || offset + items.length >= total) return { items, total };
  }
}
