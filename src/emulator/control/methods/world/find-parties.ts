/** Finds parties of a world, disclosed or not: parties of the fixture, then generated parties, then added parties. */

import { fullName, type Party } from '../../../domain/world/model.js';
import type { World } from '../../../domain/world/world.js';

/** Which parties to list, in which order, and which page of them. */
export interface PartiesQuery {
  /** Part of a name, email address, username or party ID, case-insensitive. Default: all parties. */
  readonly search?: string;
  /** The least total score, 0 to 100. Default: also parties without a score. */
  readonly minScore?: number;
  /** The highest total score, 0 to 100. */
  readonly maxScore?: number;
  /** `score`: the highest score first. Default: parties of the fixture, then generated parties, then added parties. */
  readonly sort?: 'score';
  /** Default: 0. */
  readonly offset?: number;
  /** Default: 20. */
  readonly limit?: number;
}

/** Stands for the score of a party without one. */
const NO_SCORE = -1;

/**
 * The page that the query selects, and the number of parties on all pages.
 * @param scoreOf returns the total score that the institution sees; undefined if the institution sees no score
 */
export function findParties(
  world: World,
  { search = '', minScore = NO_SCORE, maxScore = 100, sort, offset = 0, limit = 20 }: PartiesQuery,
  scoreOf: (party: Party) => number | undefined = () => undefined,
): { readonly parties: readonly Party[]; readonly total: number } {
  const term = search.toLowerCase();
  // Scores are computed only if the query depends on them, because that takes long for many parties.
  const needsScores = sort !== undefined || minScore > NO_SCORE || maxScore < 100;
  // Only IDs are kept, because the list may be long: each look-up generates a party again.
  const found: { readonly partyId: string; readonly score: number }[] = [];

  for (const party of partiesOf(world)) {
    if (!matches(party, term)) continue;

    const score = (needsScores ? scoreOf(party) : undefined) ?? NO_SCORE;
    if (score >= minScore && score <= maxScore) found.push({ partyId: party.partyId, score });
  }

  if (sort === 'score') found.sort((one, other) => other.score - one.score);
  const page = found.slice(offset, offset + limit);

  return { parties: page.map(({ partyId }) => world.party(partyId)!), total: found.length };
}

/** All parties. The cast of a world is the parties of its fixture; its population is the generated parties. */
export function* partiesOf(world: World): Iterable<Party> {
  const { cast, population } = world.base;
  for (const { partyId } of cast) yield world.party(partyId)!;
  for (let index = 0; index < population.size; index++) yield world.party(population.partyId(index))!;

  for (const party of world.changedParties) if (world.base.party(party.partyId) === undefined) yield party;
}

/** Whether the name, the e-mail address, the username or the ID contains the term, which is in lower case. */
function matches(party: Party, term: string): boolean {
  const texts = [fullName(party), party.email, party.username, party.partyId];
  return texts.some((text) => text?.toLowerCase().includes(term) === true);
}
