/** Finds parties of a world, disclosed or not: the fixture's, then generated ones, then those that joined later. */

import { fullName, type Party } from '../../../domain/world/model.js';
import { allAtOnce } from '../../../../common/steps.js';
import { generatedSearch } from '../../../domain/world/users/generated-search.js';
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
  for (const party of candidates(world, term)) {
    if (total >= offset && parties.length < limit) parties.push(party());
    total++;
  }
  return { parties, total };
}

/** The parties that match the term. A party is generated only when its function is called: there may be millions. */
function* candidates(world: World, term: string): Iterable<() => Party> {
  const { cast, population } = world.base;
  const found = term === '' ? () => true : allAtOnce(generatedSearch(population, term, true)).matches;
  for (const { partyId } of cast) {
    const party = world.party(partyId)!;
    if (matches(party, term)) yield () => party;
  }
  const changed = new Map([...world.changedParties].map((party) => [population.indexOfPartyId(party.partyId), party]));
  for (let index = 0; index < population.size; index++) {
    const party = changed.get(index);
    if (party === undefined ? found(index) : matches(party, term)) yield () => party ?? population.party(index);
  }
  for (const party of world.changedParties) {
    if (world.base.party(party.partyId) === undefined && matches(party, term)) yield () => party;
  }
}

function matches(party: Party, term: string): boolean {
  return [fullName(party), party.email, party.username, party.partyId].some(
    (text) => text?.toLowerCase().includes(term) === true,
  );
}
