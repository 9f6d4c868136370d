/** The `search` of the users list over generated parties, without making them. */

import type { Population } from '../../population/population.js';

/**
 * Whether a party's full name, e-mail or party ID contains the term (in lower case). A field whose alphabet does not
 * hold the term's characters is not even made.
 */
export function generatedSearch(population: Population, term: string): (index: number) => boolean {
  const { people } = population;
  const firstNames = people.firstNames.map((name) => name.toLowerCase());
  const lastNames = people.lastNames.map((name) => name.toLowerCase());
  const mayBeEmail = /^[a-z0-9.@]*$/.test(term);
  const mayBePartyId = /^[0-9a-fprty:]*$/.test(term);
  return (index) => {
    const { first, last } = population.name(index);
    return (
      `${firstNames[first]!} ${lastNames[last]!}`.includes(term) ||
      (mayBeEmail && population.email(index).includes(term)) ||
      (mayBePartyId && population.partyId(index).includes(term))
    );
  };
}
