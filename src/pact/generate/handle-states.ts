/** The provider states with which a look-up by a handle (an e-mail address or a username) finds a party. */

import type { Json } from '../../common/json.js';
import type { ProviderStateReference } from '../../emulator/control/pact-document.js';
import { LeftOutError } from './checked-exchange.js';
import { stateReference, type Worlds } from './provider-states.js';

/**
 * A state can set the handles of an account, but not those in the metadata of a credential.
 * @param items what the look-up found, at least one
 * @param q the handle in the request
 * @throws LeftOutError if only the metadata of a credential contain the handle
 */
export function handleStates({ sandboxWorld }: Worlds, items: readonly Json[], q: string): ProviderStateReference[] {
  const partyId = items[0]!['partyId'] as string;
  const handle = q.trim().toLowerCase();
  const providers = [...new Set(items.map((item) => item['kycProvider'] as string))];
  const { email, username } = sandboxWorld.party(partyId) ?? {};
  if (email?.toLowerCase() === handle)
    return [stateReference('party {partyId} has the e-mail {email}', { partyId, email, providers })];
  if (username?.toLowerCase() === handle)
    return [stateReference('party {partyId} has the username {username}', { partyId, username, providers })];

  const lack = `No provider state makes the look-up of ${JSON.stringify(q)} find a party`;
  throw new LeftOutError(`${lack}: only the metadata of a credential contain it.`);
}
