/** IDs that only one party of a world can have: party IDs, user IDs, aliases and contract IDs. */

import { SandboxClock } from '../time/clock.js';
import { Base } from './base.js';
import { isContractIdTaken } from './disclosure.js';
import { changedAfter, type WorldEvent } from './events.js';
import type { Party } from './model.js';
import { World } from './world.js';

/** Says whose ID a new party would repeat: `a party "ann"`. Undefined if all its IDs are free. */
export function takenIn(world: World, party: Party): string | undefined {
  return world.party(party.partyId) === undefined ? takenByOthers(world, party) : `a party "${party.partyId}"`;
}

/**
 * Says whose ID a party would repeat after an event. Undefined if all its IDs are free then.
 * @throws WorldEventError if there is no such party
 */
export function takenAfter(world: World, event: WorldEvent): string | undefined {
  const { partyId } = event;
  const party = changedAfter(world.party(partyId), event, world.base) ?? world.base.party(partyId);
  return party && takenByOthers(world, party);
}

/** Compares user ID, alias and contract IDs with those of all other parties. */
function takenByOthers(world: World, { partyId, userId, alias, credentials }: Party): string | undefined {
  const known = world.party(partyId);
  const isOther = (party: Party | undefined): boolean => party !== undefined && party.partyId !== partyId;
  if (known?.userId !== userId && world.hasUserId(userId)) return `a party with the user ID ${userId}`;
  if (alias !== undefined && isOther(world.partyByAlias(alias.toLowerCase())))
    return `a party with the alias "${alias}"`;

  for (const { contractId } of credentials) {
    const isHeldByOther = isOther(world.holding(contractId)?.party);
    // A scheduled event may be the one that issues the credential to a party of the world.
    const isTaken = known === undefined ? isContractIdTaken(world, contractId) : isHeldByOther;
    if (isTaken) return `a credential with the contract ID "${contractId}"`;
  }

  return undefined;
}

/** Why the fixture and the generated parties of a base cannot be in one world. Undefined if they can. */
export function clashIn({ fixture, seed, population }: Base): string | undefined {
  const generated = new World(new Base({ ...fixture, parties: [] }, seed, population.size), new SandboxClock());
  const remedy = 'choose another ID, or generate no parties (population 0)';
  for (const [at, party] of fixture.parties.entries()) {
    const taken = takenIn(generated, party);
    if (taken !== undefined) return `expected unique IDs at /parties/${at}, but ${taken} is generated, too; ${remedy}`;
  }

  return undefined;
}
