/**
 * Which parties and credentials have to be there: those that the request names or the answer shows, as far as a new
 * sandbox does not have them anyway. What the answer tells comes first: it is how the world was then.
 */

import type { OperationId } from '../contract/operation.js';
import { isObject } from '../contract/is-object.js';
import { isApproved } from '../domain/model.js';
import { usersQueryOf } from '../domain/world/users/query.js';
import { disclosedHoldings } from '../domain/world/world.js';
import { LeftOutError } from './left-out-error.js';
import type { ProviderStateReference } from './pact-document.js';
import { noCredential, noPartyMatches, nothingExists, partyExists, partyHasDisclosedNothing, partyHasEmail, partyHasUsername, type CredentialFate } from './provider-states.js';
import type { SeenExchange } from './seen-exchange.js';
import { credentialStates, partyStates, type Worlds } from './worlds.js';

type States = readonly ProviderStateReference[];
type StatesFor = (seen: SeenExchange, worlds: Worlds) => States;
type Members = Readonly<Record<string, unknown>>;

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
    return heldStates(worlds, shownItems(seen), partyId, isAltered(seen));
  },
  resolveCredentials: resolveStates,
  createCredentialsRequest: (seen, worlds) => {
    const { partyId } = seen.body as { partyId: string };
    const isThere = worlds.usual.world.party(partyId) !== undefined;
    if (seen.exchange.status === 404) return isThere ? [nothingExists('parties')] : [];
    return isThere ? [] : [partyExists(partyId)];
  },
  generateVerificationLink: (seen, worlds) => linkedStates(worlds, (seen.body as { contractId: string }).contractId, seen.exchange.status !== 404),
  generateVerificationLinksBatch: batchStates,
  // Its links are states of their own kind.
  checkVerificationStatus: () => [],
};

function usersStates(seen: SeenExchange, worlds: Worlds): States {
  const { query } = seen.check.request;
  const { offset, limit } = query as { offset: number; limit: number };
  const isThere = worlds.usual.users.rows(usersQueryOf(query)).slice(offset, limit).length > 0;
  const [row] = shownItems(seen);
  if (row === undefined) return isThere && !isAltered(seen) ? [nothingExists('users')] : [];
  const { partyId, kycProvider, reqStatus } = row as { partyId?: string; kycProvider: string; reqStatus: string };
  if (partyId !== undefined && worlds.usual.world.party(partyId) !== undefined) return isThere ? [] : refuseList(seen);
  const states = partyId === undefined || reqStatus !== 'APPROVED' ? [] : partyStates(worlds, partyId, [kycProvider]);
  const isFiltered = ['search', 'status', 'kycStatus', 'reqStatus'].some((name) => query[name] !== undefined);
  return isThere || (states.length > 0 && !isFiltered && offset === 0) ? states : refuseList(seen);
}

function listStates(seen: SeenExchange, worlds: Worlds, things: 'credentials' | 'human scores'): States {
  const { partyIds, offset, limit } = seen.check.request.query as { partyIds?: readonly string[]; offset: number; limit: number };
  const { disclosed } = worlds.usual;
  const items = shownItems(seen);
  if (partyIds !== undefined) {
    if (offset > 0 && items.length > 0) refuseUnusual(worlds, items, seen);
    return things === 'credentials' ? heldStates(worlds, items, partyIds[0], isAltered(seen)) : scoreStates(worlds, items, partyIds);
  }
  const list = things === 'credentials' ? disclosed.credentials() : disclosed.approvedParties();
  const isThere = list.slice(offset, limit).length > 0;
  if (items.length === 0) return isThere && !isAltered(seen) ? [nothingExists(things)] : [];
  const states = things === 'credentials' ? heldStates(worlds, items, undefined, isAltered(seen)) : scoreStates(worlds, items, []);
  return isThere || (states.length > 0 && offset === 0) ? states : refuseList(seen);
}

function refuseUnusual(worlds: Worlds, items: readonly Members[], seen: SeenExchange): void {
  if (items.some(({ partyId }) => worlds.usual.world.party(partyId as string) === undefined)) refuseList(seen);
}

function resolveStates(seen: SeenExchange, worlds: Worlds): States {
  const { q, partyId } = seen.check.request.query as { q?: string; partyId?: string };
  const items = shownItems(seen);
  if (q === undefined) return heldStates(worlds, items, partyId, isAltered(seen));
  if (items.length === 0) return isAltered(seen) ? [] : [noPartyMatches(q)];
  const isThere = worlds.usual.world.disclosedByHandle(q.trim().toLowerCase()).length > 0;
  return isThere ? heldStates(worlds, items, undefined, isAltered(seen)) : foundStates(q, items, worlds);
}

/** A party that is found by its account; what only a credential's metadata have cannot be asked for. */
function foundStates(q: string, items: readonly Members[], { own }: Worlds): States {
  const partyId = items[0]!['partyId'] as string;
  const party = own.party(partyId);
  const handle = q.trim().toLowerCase();
  const providers = items.map((item) => item['kycProvider'] as string);
  if (party?.email.toLowerCase() === handle) return [partyHasEmail(partyId, party.email, providers)];
  if (party?.username?.toLowerCase() === handle) return [partyHasUsername(partyId, party.username, providers)];
  throw new LeftOutError(`No provider state lets the look-up of ${JSON.stringify(q)} find somebody: only the metadata of a credential have it.`);
}

/** Of credentials, the first stands for all; `partyId` names who was asked for where there is none. */
function heldStates(worlds: Worlds, items: readonly Members[], partyId: string | undefined, isAlteredAnswer: boolean): States {
  const [item] = items;
  if (item === undefined) {
    const party = partyId === undefined ? undefined : worlds.usual.world.party(partyId);
    return party !== undefined && disclosedHoldings(party).length > 0 && !isAlteredAnswer ? [partyHasDisclosedNothing(party.partyId)] : [];
  }
  const { contractId, provider, kycProvider = provider } = item as Readonly<Record<string, string>>;
  const fate = isAlteredAnswer ? 'exists' : fateShown(item);
  if (fate !== 'exists') return credentialStates(worlds, contractId!, fate);
  if (worlds.usual.world.disclosedCredential(contractId!) !== undefined) return [];
  const own = items.filter((other) => other['partyId'] === item['partyId']);
  return partyStates(worlds, item['partyId'] as string, [kycProvider!, ...own.map((other) => (other['provider'] ?? other['kycProvider']) as string)]);
}

function fateShown({ freshness, kycStatus }: Members): CredentialFate {
  if (freshness === 'REVOKED') return 'is revoked';
  return kycStatus === 'EXPIRED' ? 'has expired' : 'exists';
}

function scoreStates(worlds: Worlds, items: readonly Members[], partyIds: readonly string[]): States {
  const [item] = items;
  if (item === undefined) {
    const isThere = partyIds.some((partyId) => isScored(worlds, partyId));
    return isThere ? [nothingExists('human scores')] : [];
  }
  const partyId = item['partyId'] as string;
  return isScored(worlds, partyId) ? [] : partyStates(worlds, partyId, providersOfScore(item));
}

function isScored({ usual }: Worlds, partyId: string): boolean {
  const party = usual.world.party(partyId);
  return party !== undefined && isApproved(party);
}

function linkedStates(worlds: Worlds, contractId: string, isMade: boolean): States {
  if (isMade) return credentialStates(worlds, contractId, 'exists');
  return worlds.usual.world.disclosedCredential(contractId) === undefined ? [] : [noCredential(contractId)];
}

function batchStates(seen: SeenExchange, worlds: Worlds): States {
  const { results } = seen.answer as { results: readonly { contractId: string; result?: object }[] };
  return results.flatMap(({ contractId, result }) => {
    if (result !== undefined) return credentialStates(worlds, contractId, 'exists');
    return isAltered(seen) ? [] : linkedStates(worlds, contractId, false);
  });
}

/** Whether a scenario had a hand in what the answer shows. */
function isAltered({ scenarios }: SeenExchange): boolean {
  return scenarios.length > 0;
}

/** The items of a list, of whatever form. */
function shownItems({ answer }: SeenExchange): readonly Members[] {
  const list: unknown = Array.isArray(answer) ? answer : isObject(answer) ? (answer['items'] ?? answer['credentials']) : [];
  return Array.isArray(list) ? list.filter(isObject) : [];
}

function providersOfScore(item: unknown): string[] {
  const { humanScore } = item as { humanScore: { details: { accountAges: readonly { provider: string }[] } } };
  return humanScore.details.accountAges.map(({ provider }) => provider);
}

function refuseList({ exchange: { query } }: SeenExchange): never {
  throw new LeftOutError(`No provider state brings about such a page of the list${query === '' ? '' : ` (${query})`}: a new sandbox has nobody there.`);
}
