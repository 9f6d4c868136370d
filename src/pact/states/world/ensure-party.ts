/** Sees to it that a party is there, whoever it is in the world that the sandbox begins with. */

import type { ShownParty } from '../../../domain/world/shown-party.js';
import type { StateSandbox } from '../state-sandbox.js';
import { ifThere } from './if-there.js';
import { inventAccount, type Account } from './invented-account.js';

/** The party; what is not given is as it is, or made up. */
export interface WantedParty extends Partial<Account> {
  /** Default: a new one. */
  readonly partyId?: string | undefined;
}

/** The party with this ID as it is asked for, changed where it is another, added where it is not there. */
export async function ensureParty({ world }: StateSandbox, { partyId, ...account }: WantedParty): Promise<ShownParty> {
  const known = partyId === undefined ? undefined : await ifThere(() => world.party(partyId));
  if (known === undefined) return addParty(world, { partyId, ...account });
  const differs = Object.entries(account).some(([name, value]) => known[name as keyof Account] !== value);
  return differs ? world.changeParty(known.partyId, account) : known;
}

/** A new party that has no credentials and was asked for none. */
async function addParty(world: StateSandbox['world'], { partyId, ...account }: WantedParty): Promise<ShownParty> {
  const key = partyId ?? account.email ?? account.username ?? `party ${(await world.parties({ limit: 1 })).total}`;
  return world.addParty({
    ...(partyId !== undefined && { partyId }),
    ...inventAccount(key),
    ...account,
    credentials: [],
    requests: [],
  });
}

/** What a pact may want to know of a party that it does not name. */
export function valuesOf(party: ShownParty): Readonly<Record<string, unknown>> {
  const { partyId, email, username, credentials } = party;
  const [latest] = credentials.slice(-1);
  return {
    partyId,
    email,
    ...(username !== undefined && { username }),
    ...(latest !== undefined && { contractId: latest.contractId }),
  };
}
