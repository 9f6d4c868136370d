/** IDs that only one party of a world can have: party IDs, user IDs, aliases and contract IDs. */

import { SandboxClock } from '../time/clock.js';
import { Base } from './base.js';
import { isContractIdTaken } from './disclosure.js';
import type { Party } from './model.js';
import { World } from './world.js';

/** What has an ID of this new party in the world already, in words: `a party "ann"`. Undefined if nothing has. */
export function takenIn(world: World, { partyId, userId, alias, credentials }: Party): string | undefined {
  if (world.party(partyId) !== undefined) return `a party "${partyId}"`;
  if (world.hasUserId(userId)) return `a party with the user ID ${userId}`;
  if (alias !== undefined && world.partyByAlias(alias.toLowerCase()) !== undefined)
    return `a party with the alias "${alias}"`;

  const taken = credentials.find(({ contractId }) => isContractIdTaken(world, contractId));
  return taken && `a credential with the contract ID "${taken.contractId}"`;
}

/** Why the fixture and the generated parties of a base cannot be in one world. Undefined if they can. */
export function clashIn({ fixture, seed, population }: Base): string | undefined {
  const generated = new World(new Base({ ...fixture, parties: [] }, seed, population.size), new SandboxClock());
  const taken = fixture.parties.map((party) => takenIn(generated, party));
  const at = taken.findIndex((found) => found !== undefined);
  if (at === -1) return undefined;

  const remedy = 'choose another ID, or generate no parties (population 0)';
  return `expected unique IDs at /parties/${at}, but ${taken[at]} is generated, too; ${remedy}`;
}
