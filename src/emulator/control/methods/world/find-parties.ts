/** Finds parties of a world, disclosed or not: parties of the fixture, then generated, then later ones. */

import { fullName, type Party } from '../../../domain/world/model.js';
import type { World } from '../../../domain/world/world.js';

/** Which parties to list, and which page of them. */
export interface PartiesQuery {
  /** Part of a name, email address, username or party ID, case-insensitive. Default: all parties. */
  readonly search?: string;
  /** Default: 0. */
  readonly offset?: number;
  /** Default: 20. */
  readonly limit?: number;
}

/** The page that the query selects, and the number of parties on all pages. */
export function findParties(
  world: World,
  { search = '', offset = 0, limit = 20 }: PartiesQuery,
): { readonly parties: readonly Party[]; readonly total: number } {
  const term = search.toLowerCase();
  const parties: Party[] = [];
  let total = 0;
  for (const party of partiesOf(world)) {
    if (!matches(party, term)) continue;
    if (total >= offset && parties.length < limit) parties.push(party);
    total++;
  }

  return { parties, total };
}

function* partiesOf(world: World): Iterable<Party> {
  const { cast, population } = world.base;
  for (const { partyId } of cast) yield world.party(partyId)!;
  for (let index = 0; index < population.size; index++) yield world.party(population.partyId(index))!;
  for (const party of world.changedParties) if (world.base.party(party.partyId) === undefined) yield party;
}

function matches(party: Party, term: string): boolean {
  return [fullName(party), party.email, party.username, party.partyId].some(
    (text) => text?.toLowerCase().includes(term) === true,
  );
}
