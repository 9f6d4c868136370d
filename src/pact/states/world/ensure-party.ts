/** Finds parties in a sandbox, and adds or changes them as a state requires. */

import type { ShownParty } from '../../../emulator/control/world/documents.js';
import type { StateOutcome } from '../provider-state.js';
import { unlessNotFound, type StateSandbox } from '../state-sandbox.js';
import { generateAccount, type Account } from './generate-account.js';

/** A party. Missing values stay as they are, or are generated for a new party. */
export interface WantedParty extends Partial<Account> {
  /** Default: a new party. */
  readonly partyId?: string | undefined;
}

/** The party with this ID: added if it does not exist, changed if its account differs. */
export async function ensureParty({ world }: StateSandbox, { partyId, ...account }: WantedParty): Promise<ShownParty> {
  const known = partyId === undefined ? undefined : await unlessNotFound(() => world.party(partyId));
  if (known === undefined) return addParty(world, { partyId, ...account });
  const differs = Object.entries(account).some(([name, value]) => known[name as keyof Account] !== value);
  return differs ? world.changeParty(known.partyId, account) : known;
}

/** Adds a party without credentials and data requests. */
async function addParty(world: StateSandbox['world'], { partyId, ...account }: WantedParty): Promise<ShownParty> {
  const key = partyId ?? account.email ?? account.username ?? `party ${(await world.parties({ limit: 1 })).total}`;
  return world.addParty({
    ...(partyId !== undefined && { partyId }),
    ...generateAccount(key),
    ...account,
    credentials: [],
    requests: [],
  });
}

/** No more parties than this share a name. */
const LIMIT = 1_000;

/** The parties whose account, or one of whose credentials, has this e-mail address or username. Case does not matter. */
export async function findByHandle({ world }: StateSandbox, handle: string): Promise<ShownParty[]> {
  const wanted = handle.trim().toLowerCase();
  const { items } = await world.parties({ search: wanted, limit: LIMIT });
  return items.filter((party) => handlesOf(party).some((known) => known?.toLowerCase() === wanted));
}

function handlesOf({ email, username, credentials }: ShownParty): (string | undefined)[] {
  return [email, username, ...credentials.flatMap(({ metadata }) => [metadata.email, metadata.username])];
}

/** State values about a party: its ID, its handles and the contract ID of its newest credential. */
export function valuesOf({ partyId, email, username, credentials }: ShownParty): Readonly<Record<string, unknown>> {
  const [latest] = credentials.slice(-1);
  return {
    partyId,
    email,
    ...(username !== undefined && { username }),
    ...(latest !== undefined && { contractId: latest.contractId }),
  };
}

/** The outcome of a state about a party, with the party's current values. */
export async function partyOutcome({ world }: StateSandbox, partyId: string): Promise<StateOutcome> {
  return { values: valuesOf(await world.party(partyId)) };
}
