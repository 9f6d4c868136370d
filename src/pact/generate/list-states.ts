/** Who has to be there for a list to be as it was: its first item stands for all, as it does in the pact. */

import { isObject } from '../../contract/json.js';
import { isApproved } from '../../domain/world/model.js';
import { usersQueryOf } from '../../domain/world/users/query.js';
import { disclosedHoldings } from '../../domain/world/world.js';
import { LeftOutError } from './left-out-error.js';
import type { ProviderStateReference } from '../pact-json.js';
import { nothingExists, partyHasDisclosedNothing, type CredentialFate } from './provider-states.js';
import type { SeenExchange } from './seen-exchange.js';
import { credentialStates, partyStates, type Worlds } from './worlds.js';

export type States = readonly ProviderStateReference[];
/** An item as it went over the wire. */
export type Members = Readonly<Record<string, unknown>>;

/** @throws LeftOutError where no new sandbox has anybody on such a page */
export function usersStates(seen: SeenExchange, worlds: Worlds): States {
  const { query } = seen.check.request;
  const { offset, limit } = query as { offset: number; limit: number };
  const isThere =
    worlds.usual.users.rows(usersQueryOf(query), worlds.usual.world.time()).slice(offset, limit).length > 0;
  const [row] = shownItems(seen);
  if (row === undefined) return isThere && !seen.isAltered ? [nothingExists('users')] : [];
  const { partyId, kycProvider, reqStatus } = row as { partyId?: string; kycProvider: string; reqStatus: string };
  if (partyId !== undefined && worlds.usual.world.party(partyId) !== undefined) return isThere ? [] : refuseList(seen);
  const states = partyId === undefined || reqStatus !== 'APPROVED' ? [] : partyStates(worlds, partyId, [kycProvider]);
  const isFiltered = ['search', 'status', 'kycStatus', 'reqStatus'].some((name) => query[name] !== undefined);
  return isThere || (states.length > 0 && !isFiltered && offset === 0) ? states : refuseList(seen);
}

/** @throws LeftOutError where no new sandbox has anything on such a page */
export function listStates(seen: SeenExchange, worlds: Worlds, things: 'credentials' | 'human scores'): States {
  const { partyIds, offset, limit } = seen.check.request.query as {
    partyIds?: readonly string[];
    offset: number;
    limit: number;
  };
  const { disclosed } = worlds.usual;
  const items = shownItems(seen);
  if (partyIds !== undefined) {
    if (offset > 0 && items.length > 0) refuseUnusual(worlds, items, seen);
    return things === 'credentials'
      ? heldStates(worlds, items, partyIds[0], seen.isAltered)
      : scoreStates(worlds, items, seen.isAltered ? [] : partyIds);
  }
  const list = things === 'credentials' ? disclosed.credentials() : disclosed.approvedParties();
  const isThere = list.slice(offset, limit).length > 0;
  if (items.length === 0) return isThere && !seen.isAltered ? [nothingExists(things)] : [];
  const states =
    things === 'credentials' ? heldStates(worlds, items, undefined, seen.isAltered) : scoreStates(worlds, items, []);
  return isThere || (states.length > 0 && offset === 0) ? states : refuseList(seen);
}

function refuseUnusual(worlds: Worlds, items: readonly Members[], seen: SeenExchange): void {
  if (items.some(({ partyId }) => worlds.usual.world.party(partyId as string) === undefined)) refuseList(seen);
}

/** Of credentials, the first stands for all; `partyId` names who was asked for where there is none. */
export function heldStates(
  worlds: Worlds,
  items: readonly Members[],
  partyId: string | undefined,
  isAlteredAnswer: boolean,
): States {
  const [item] = items;
  if (item === undefined) {
    const party = partyId === undefined ? undefined : worlds.usual.world.party(partyId);
    return party !== undefined && disclosedHoldings(party).length > 0 && !isAlteredAnswer
      ? [partyHasDisclosedNothing(party.partyId)]
      : [];
  }
  const { contractId, provider, kycProvider = provider } = item as Readonly<Record<string, string>>;
  const fate = isAlteredAnswer ? 'exists' : fateShown(item);
  if (fate !== 'exists') return credentialStates(worlds, contractId!, fate);
  if (worlds.usual.world.disclosedCredential(contractId!) !== undefined) return [];
  const own = items.filter((other) => other['partyId'] === item['partyId']);
  return partyStates(worlds, item['partyId'] as string, [
    kycProvider!,
    ...own.map((other) => (other['provider'] ?? other['kycProvider']) as string),
  ]);
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

/** The items of a list, of whatever form. */
export function shownItems({ answer }: SeenExchange): readonly Members[] {
  const list: unknown = Array.isArray(answer)
    ? answer
    : isObject(answer)
      ? (answer['items'] ?? answer['credentials'])
      : [];
  return Array.isArray(list) ? list.filter(isObject) : [];
}

/** The providers whose credentials a score counts. */
export function providersOfScore(item: unknown): string[] {
  const { humanScore } = item as { humanScore: { details: { accountAges: readonly { provider: string }[] } } };
  return humanScore.details.accountAges.map(({ provider }) => provider);
}

function refuseList({ exchange: { query } }: SeenExchange): never {
  throw new LeftOutError(
    `No provider state brings about such a page of the list${query === '' ? '' : ` (${query})`}: a new sandbox has nobody there.`,
  );
}
