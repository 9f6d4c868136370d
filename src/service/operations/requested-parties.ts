/** The parties that a list is requested for. */

import type { Party } from '../../domain/world/model.js';
import type { World } from '../../domain/world/world.js';

/**
 * Finds parties by ID or by the e-mail of their account: in the order of the request, those by ID first, each once.
 * Undefined if the request names none, and means all.
 */
export function requestedParties(world: World, query: Readonly<Record<string, unknown>>): Party[] | undefined {
  const { partyIds, emails } = query as { partyIds?: readonly string[]; emails?: readonly string[] };
  if (partyIds === undefined && emails === undefined) return undefined;
  const byId = (partyIds ?? []).flatMap((partyId) => world.party(partyId) ?? []);
  const byEmail = (emails ?? []).flatMap((email) => world.partiesByEmail(email.trim().toLowerCase()));
  return [...new Map([...byId, ...byEmail].map((party) => [party.partyId, party])).values()];
}
