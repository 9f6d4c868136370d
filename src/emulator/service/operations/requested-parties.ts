/** The parties that a list is requested for. */

import { boundedSentences } from '../../../common/bounded-list.js';
import { previewValue } from '../../../common/json.js';
import type { Sandbox } from '../../domain/sandbox/sandbox.js';
import type { Party } from '../../domain/world/model.js';
import type { World } from '../../domain/world/world.js';
import { explainParty } from './explain-absence.js';

/**
 * Finds parties by ID or by the e-mail of their account: in the order of the request, those by ID first, each once.
 * Undefined if the request names none, and means all.
 */
export function requestedParties(world: World, query: Readonly<Record<string, unknown>>): Party[] | undefined {
  const { partyIds, emails } = query as PartyFilter;
  if (partyIds === undefined && emails === undefined) return undefined;
  const byId = (partyIds ?? []).flatMap((partyId) => world.party(partyId) ?? []);
  const byEmail = (emails ?? []).flatMap((email) => ofEmail(world, email));
  return [...new Map([...byId, ...byEmail].map((party) => [party.partyId, party])).values()];
}

/** Why the list has nothing of some of the requested parties, a sentence each. */
export function explainMissing(
  sandbox: Sandbox,
  query: Readonly<Record<string, unknown>>,
  isListed: (party: Party) => boolean,
): readonly string[] {
  const { world } = sandbox;
  const { partyIds = [], emails = [] } = query as PartyFilter;
  const missingIds = partyIds.filter((partyId) => !isIn(world.party(partyId)));
  const missingEmails = emails.filter((email) => !ofEmail(world, email).some(isListed));
  return boundedSentences([
    ...missingIds.map((partyId) => `partyIds ${previewValue(partyId)}: ${explainParty(sandbox, partyId)}`),
    ...missingEmails.map((email) => `emails ${previewValue(email)}: ${explainEmail(sandbox, email)}`),
  ]);

  function isIn(party: Party | undefined): boolean {
    return party !== undefined && isListed(party);
  }
}

function explainEmail(sandbox: Sandbox, email: string): string {
  const [party] = ofEmail(sandbox.world, email);
  return party === undefined
    ? `no account in sandbox "${sandbox.id}" has this e-mail`
    : explainParty(sandbox, party.partyId);
}

interface PartyFilter {
  readonly partyIds?: readonly string[];
  readonly emails?: readonly string[];
}

function ofEmail(world: World, email: string): readonly Party[] {
  return world.partiesByEmail(email.toLowerCase());
}
