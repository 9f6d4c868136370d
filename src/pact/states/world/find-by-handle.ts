/** Finds parties as the service resolves them. */

import type { ShownParty } from '../../../domain/world/shown-party.js';
import type { StateSandbox } from '../state-sandbox.js';

/** More parties than share a name anywhere. */
const MOST = 1_000;

/** The parties with this e-mail or username, of the account or in a credential, in any case. */
export async function findByHandle({ world }: StateSandbox, handle: string): Promise<ShownParty[]> {
  const wanted = handle.trim().toLowerCase();
  const { items } = await world.parties({ search: wanted, limit: MOST });
  return items.filter((party) => handlesOf(party).some((known) => known?.toLowerCase() === wanted));
}

function handlesOf({ email, username, credentials }: ShownParty): (string | undefined)[] {
  return [email, username, ...credentials.flatMap(({ metadata }) => [metadata.email, metadata.username])];
}
