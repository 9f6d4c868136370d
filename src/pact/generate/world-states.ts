/**
 * Which parties and credentials have to be there: those that the request names or the answer shows, as far as a new
 * sandbox does not have them anyway. What the answer tells comes first: it is how the world was then.
 */

import type { OperationId } from '../../contract/operation.js';
import { isApproved } from '../../domain/world/model.js';
import {
  heldStates,
  listStates,
  providersOfScore,
  shownItems,
  usersStates,
  type Members,
  type States,
} from './list-states.js';
import { LeftOutError } from './left-out-error.js';
import {
  noCredential,
  noPartyMatches,
  nothingExists,
  partyExists,
  partyHasDisclosedNothing,
  partyHasEmail,
  partyHasUsername,
} from './provider-states.js';
import type { SeenExchange } from './seen-exchange.js';
import { credentialStates, partyStates, type Worlds } from './worlds.js';

type StatesFor = (seen: SeenExchange, worlds: Worlds) => States;

/** @throws LeftOutError where no provider states can bring it about */
export function worldStates(seen: SeenExchange, worlds: Worlds): States {
  return STATES[seen.operation.id](seen, worlds);
}

const STATES: Readonly<Record<OperationId, StatesFor>> = {
  issueToken: () => [],
  getUsers: usersStates,
  getHumanScores: (seen, worlds) => listStates(seen, worlds, 'human scores'),
  getCredentials: (seen, worlds) => listStates(seen, worlds, 'credentials'),
  getHumanScoreByPartyId: (seen, worlds) => {
    const { partyId } = seen.check.request.path as { partyId: string };
    const party = worlds.usual.world.party(partyId);
    const isThere = party !== undefined && isApproved(party);
    if (seen.exchange.status === 404) return isThere ? [partyHasDisclosedNothing(partyId)] : [];
    return isThere ? [] : partyStates(worlds, partyId, providersOfScore(seen.answer));
  },
  getCredentialByPartyId: (seen, worlds) => {
    const { partyId } = seen.check.request.path as { partyId: string };
    return heldStates(worlds, shownItems(seen), partyId, seen.isAltered);
  },
  resolveCredentials: resolveStates,
  createCredentialsRequest: (seen, worlds) => {
    const { partyId } = seen.body as { partyId: string };
    const isThere = worlds.usual.world.party(partyId) !== undefined;
    if (seen.exchange.status === 404) return isThere ? [nothingExists('parties')] : [];
    return isThere ? [] : [partyExists(partyId)];
  },
  generateVerificationLink: (seen, worlds) =>
    linkedStates(worlds, (seen.body as { contractId: string }).contractId, seen.exchange.status !== 404),
  generateVerificationLinksBatch: batchStates,
  // Its links are states of their own kind.
  checkVerificationStatus: () => [],
};

function resolveStates(seen: SeenExchange, worlds: Worlds): States {
  const { q, partyId } = seen.check.request.query as { q?: string; partyId?: string };
  const items = shownItems(seen);
  if (q === undefined) return heldStates(worlds, items, partyId, seen.isAltered);
  if (items.length === 0) return seen.isAltered ? [] : [noPartyMatches(q)];
  const isThere = worlds.usual.world.disclosedByHandle(q.trim().toLowerCase()).length > 0;
  return isThere ? heldStates(worlds, items, undefined, seen.isAltered) : foundStates(q, items, worlds);
}

/** A party that is found by its account; what only a credential's metadata have cannot be asked for. */
function foundStates(q: string, items: readonly Members[], { own }: Worlds): States {
  const partyId = items[0]!['partyId'] as string;
  const party = own.party(partyId);
  const handle = q.trim().toLowerCase();
  const providers = items.map((item) => item['kycProvider'] as string);
  if (party?.email.toLowerCase() === handle) return [partyHasEmail(partyId, party.email, providers)];
  if (party?.username?.toLowerCase() === handle) return [partyHasUsername(partyId, party.username, providers)];
  throw new LeftOutError(
    `No provider state lets the look-up of ${JSON.stringify(q)} find somebody: only the metadata of a credential have it.`,
  );
}

function linkedStates(worlds: Worlds, contractId: string, isMade: boolean): States {
  if (isMade) return credentialStates(worlds, contractId, 'exists');
  return worlds.usual.world.disclosedCredential(contractId) === undefined ? [] : [noCredential(contractId)];
}

function batchStates(seen: SeenExchange, worlds: Worlds): States {
  const { results } = seen.answer as { results: readonly { contractId: string; result?: object }[] };
  return results.flatMap(({ contractId, result }) => {
    if (result !== undefined) return credentialStates(worlds, contractId, 'exists');
    return seen.isAltered ? [] : linkedStates(worlds, contractId, false);
  });
}
