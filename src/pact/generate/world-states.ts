/**
 * The provider states for the parties and credentials that a request names or a response contains, unless a new sandbox
 * has them. The response takes precedence: it shows the world at that time. The first item of a list represents all
 * items, as in the pact.
 */

import type { OperationId } from '../../contract/operation.js';
import { isObject } from '../../common/json.js';
import { isApproved, disclosedHoldings } from '../../emulator/domain/world/model.js';
import { approvedUsers, listedCredentials } from '../../emulator/domain/world/party-lists.js';
import { USUAL_RULES } from '../../emulator/domain/world/standing-rules.js';
import { usersList, usersQueryOf } from '../../emulator/domain/world/users-list.js';
import type { ProviderStateReference } from '../../emulator/control/pact-document.js';
import { LeftOutError, listIn, type CheckedExchange } from './checked-exchange.js';
import { credentialStates, partyStates, stateReference, type Worlds } from './provider-states.js';

type States = readonly ProviderStateReference[];
type Item = Readonly<Record<string, unknown>>;

/** @throws LeftOutError if no provider states reproduce the response */
export function worldStates(checked: CheckedExchange, worlds: Worlds): States {
  if (checked.check.violations.length > 0)
    throw new LeftOutError(
      'The contract refuses the request, but the service did not; perhaps the journal removed a secret from it.',
    );
  return STATES_FOR[checked.operation.id]?.(checked, worlds) ?? [];
}

/** The states of operations that depend on the world. `required-states.ts` has those of the check. */
const STATES_FOR: Readonly<Partial<Record<OperationId, (checked: CheckedExchange, worlds: Worlds) => States>>> = {
  getUsers: usersStates,
  getHumanScores: (checked, worlds) => listStates(checked, worlds, 'human scores'),
  getCredentials: (checked, worlds) => listStates(checked, worlds, 'credentials'),
  getHumanScoreByPartyId: (checked, worlds) => {
    const { partyId } = checked.check.request.path as { partyId: string };
    const exists = isScored(worlds, partyId);
    if (checked.exchange.status === 404) return exists ? [disclosedNothing(partyId)] : [];
    return exists ? [] : partyStates(worlds, partyId, providersOfScore(checked.responseBody));
  },
  getCredentialByPartyId: (checked, worlds) => {
    const { partyId } = checked.check.request.path as { partyId: string };
    return statesOfCredentials(worlds, checked, partyId);
  },
  resolveCredentials: resolveStates,
  createCredentialsRequest: (checked, worlds) => {
    const { partyId } = checked.requestBody as { partyId: string };
    const exists = worlds.newSandbox.world.party(partyId) !== undefined;
    if (checked.exchange.status === 404) return exists ? [stateReference('no parties exist')] : [];
    return exists ? [] : [stateReference('party {partyId} exists', { partyId })];
  },
  generateVerificationLink: (checked, worlds) =>
    itemStates(worlds, (checked.requestBody as { contractId: string }).contractId, checked.exchange.status !== 404),
  generateVerificationLinksBatch: batchStates,
};

/** @throws LeftOutError if a new sandbox has nothing on this page */
function usersStates(checked: CheckedExchange, worlds: Worlds): States {
  const { query } = checked.check.request;
  const { offset, limit } = query as { offset: number; limit: number };
  const { world, lists } = worlds.newSandbox;
  const list = lists.list(usersList(usersQueryOf(query)), world.time());
  const exists = list.slice(offset, limit).length > 0;
  const [row] = itemsOf(checked);
  if (row === undefined) return statesOfNone(checked, exists, 'users');

  const { partyId, kycProvider, reqStatus } = row as { partyId?: string; kycProvider: string; reqStatus: string };
  const isNew = partyId !== undefined && world.party(partyId) === undefined;
  const states = isNew && reqStatus === 'APPROVED' ? partyStates(worlds, partyId, [kycProvider]) : [];
  if (exists) return states;

  // A party that is added is on the first page of all.
  const isFiltered = ['search', 'status', 'kycStatus', 'reqStatus'].some((name) => query[name] !== undefined);
  const isShown = states.length > 0 && !isFiltered && offset === 0;
  return isShown ? states : refusePage(checked);
}

/** @param exists whether a new sandbox has something on the page, which is empty */
function statesOfNone(
  checked: CheckedExchange,
  exists: boolean,
  things: 'credentials' | 'human scores' | 'users',
): States {
  return exists && !checked.isAltered ? [stateReference(`no ${things} exist`)] : [];
}

/** @throws LeftOutError if a new sandbox has nothing on this page */
function listStates(checked: CheckedExchange, worlds: Worlds, things: 'credentials' | 'human scores'): States {
  const { partyIds, offset, limit } = checked.check.request.query as {
    partyIds?: readonly string[];
    offset: number;
    limit?: number;
  };
  const { lists, world } = worlds.newSandbox;
  const items = itemsOf(checked);
  const statesOf = (named: readonly string[]): States =>
    things === 'credentials' ? statesOfCredentials(worlds, checked, named[0]) : scoreStates(worlds, items, named);
  if (partyIds !== undefined) {
    const hasNewParty = items.some(({ partyId }) => world.party(partyId as string) === undefined);
    if (offset > 0 && hasNewParty) refusePage(checked);

    return statesOf(things === 'human scores' && checked.isAltered ? [] : partyIds);
  }

  const time = world.time();
  const list =
    things === 'credentials'
      ? lists.list(listedCredentials(USUAL_RULES), time)
      : lists.list(approvedUsers(USUAL_RULES), time);
  const exists = list.slice(offset, limit ?? list.length).length > 0;
  if (items.length === 0) return statesOfNone(checked, exists, things);

  const states = statesOf([]);
  const isShown = exists || (states.length > 0 && offset === 0);
  return isShown ? states : refusePage(checked);
}

/** @param partyId the party that the request names, for a list without items */
function statesOfCredentials(worlds: Worlds, checked: CheckedExchange, partyId: string | undefined): States {
  const { world } = worlds.newSandbox;
  const items = itemsOf(checked);
  const [item] = items;
  if (item === undefined) {
    const party = partyId === undefined ? undefined : world.party(partyId);
    return party !== undefined && disclosedHoldings(party).length > 0 && !checked.isAltered
      ? [disclosedNothing(party.partyId)]
      : [];
  }
  const { contractId, partyId: holder } = item as { contractId: string; partyId: string };
  const { freshness, kycStatus } = checked.isAltered ? {} : item;
  const standing = freshness === 'REVOKED' ? 'revoked' : kycStatus === 'EXPIRED' ? 'expired' : 'exists';
  if (standing !== 'exists') return credentialStates(worlds, contractId, standing);
  if (world.disclosedCredential(contractId) !== undefined) return [];
  const ofHolder = items.filter((other) => other['partyId'] === holder);
  return partyStates(worlds, holder, [
    (item['kycProvider'] ?? item['provider']) as string,
    ...ofHolder.map((other) => (other['provider'] ?? other['kycProvider']) as string),
  ]);
}

function scoreStates(worlds: Worlds, items: readonly Item[], partyIds: readonly string[]): States {
  const [item] = items;
  if (item === undefined)
    return partyIds.some((partyId) => isScored(worlds, partyId)) ? [stateReference('no human scores exist')] : [];
  const partyId = item['partyId'] as string;
  return isScored(worlds, partyId) ? [] : partyStates(worlds, partyId, providersOfScore(item));
}

function isScored({ newSandbox }: Worlds, partyId: string): boolean {
  const party = newSandbox.world.party(partyId);
  return party !== undefined && isApproved(party);
}

function resolveStates(checked: CheckedExchange, worlds: Worlds): States {
  const { q, partyId } = checked.check.request.query as { q?: string; partyId?: string };
  if (q === undefined) return statesOfCredentials(worlds, checked, partyId);
  const [item] = itemsOf(checked);
  if (item === undefined) return checked.isAltered ? [] : [stateReference('no party matches {q}', { q })];
  const exists = worlds.newSandbox.world.disclosedByHandle(q.trim().toLowerCase()).length > 0;
  return exists
    ? statesOfCredentials(worlds, checked, undefined)
    : handleStates(q, item['partyId'] as string, checked, worlds);
}

/** A state can set the handles of an account, but not those in the metadata of a credential. */
function handleStates(q: string, partyId: string, checked: CheckedExchange, { sandboxWorld }: Worlds): States {
  const party = sandboxWorld.party(partyId);
  const handle = q.trim().toLowerCase();
  const providers = [...new Set(itemsOf(checked).map((item) => item['kycProvider'] as string))];
  const { email, username } = party ?? {};
  if (email?.toLowerCase() === handle)
    return [stateReference('party {partyId} has the e-mail {email}', { partyId, email, providers })];
  if (username?.toLowerCase() === handle)
    return [stateReference('party {partyId} has the username {username}', { partyId, username, providers })];
  throw new LeftOutError(
    `No provider state makes the look-up of ${JSON.stringify(q)} find a party: only the metadata of a credential contain it.`,
  );
}

function disclosedNothing(partyId: string): ProviderStateReference {
  return stateReference('party {partyId} has disclosed nothing', { partyId });
}

/** @param succeeded whether a link was generated */
function itemStates(worlds: Worlds, contractId: string, succeeded: boolean): States {
  if (succeeded) return credentialStates(worlds, contractId, 'exists');
  return worlds.newSandbox.world.disclosedCredential(contractId) === undefined
    ? []
    : [stateReference('credential {contractId} does not exist', { contractId })];
}

function batchStates(checked: CheckedExchange, worlds: Worlds): States {
  const { results } = checked.responseBody as { results: readonly { contractId: string; result?: object }[] };
  return results.flatMap(({ contractId, result }) => {
    if (result !== undefined) return itemStates(worlds, contractId, true);
    return checked.isAltered ? [] : [stateReference('credential {contractId} does not exist', { contractId })];
  });
}

function itemsOf({ responseBody }: CheckedExchange): readonly Item[] {
  return listIn(responseBody)?.filter(isObject) ?? [];
}

/** The providers whose credentials contribute to a score. */
function providersOfScore(item: unknown): string[] {
  const { humanScore } = item as { humanScore: { details: { accountAges: readonly { provider: string }[] } } };
  return humanScore.details.accountAges.map(({ provider }) => provider);
}

function refusePage({ exchange: { query } }: CheckedExchange): never {
  throw new LeftOutError(
    `No provider state fills this page of the list${query === '' ? '' : ` (${query})`}: it is empty in a new sandbox.`,
  );
}
