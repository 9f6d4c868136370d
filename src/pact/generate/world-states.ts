/**
 * The provider states for the parties and credentials that a request names or a response contains, unless a new sandbox
 * has them. The response takes precedence: it shows the world at that time. The first item of a list represents all
 * items, as in the pact.
 */

import type { OperationId } from '../../contract/operation.js';
import { isObject, membersOf, type Json } from '../../common/json.js';
import { isApproved, disclosedHoldings } from '../../emulator/domain/world/model.js';
import { approvedUsers, listedCredentials } from '../../emulator/domain/world/party-lists.js';
import { USUAL_RULES } from '../../emulator/domain/world/usual-rules.js';
import { usersList, usersQueryOf } from '../../emulator/domain/world/users-list.js';
import type { ProviderStateReference } from '../../emulator/control/pact-document.js';
import { itemsIn } from '../states/unseen-states.js';
import { LeftOutError, type CheckedExchange } from './checked-exchange.js';
import { handleStates } from './handle-states.js';
import { credentialStates, partyStates, stateReference, type Worlds } from './provider-states.js';

type States = readonly ProviderStateReference[];

/** What a request names in its path, query or body. The contract requires the members that its operation needs. */
interface Named {
  readonly partyId: string;
  readonly partyIds?: readonly string[];
  readonly contractId: string;
  readonly q?: string;
  readonly offset: number;
  /** Absent if the page has all items from the offset on. */
  readonly limit?: number;
}

/** An exchange, and the new sandbox with which it is compared. */
interface Compared extends CheckedExchange {
  readonly worlds: Worlds;
  /** The world of the new sandbox. */
  readonly world: Worlds['newSandbox']['world'];
  readonly named: Named;
  /** The items of the list in the response. */
  readonly items: readonly Json[];
}

/** The states that the response needs of the world. @throws LeftOutError if no provider states reproduce it */
export function worldStates(checked: CheckedExchange, worlds: Worlds): States {
  const { violations, request } = checked.check;
  if (violations.length > 0)
    throw new LeftOutError(
      'The contract refuses the request, but the service did not; perhaps the journal removed a secret from it.',
    );

  // The contract has accepted the request, so its values have the types of `Named`.
  const named: unknown = { ...request.path, ...request.query, ...membersOf(checked.requestBody) };
  const items = itemsIn(checked.responseBody)?.filter(isObject) ?? [];
  const { world } = worlds.newSandbox;
  const compared = { ...checked, worlds, world, items, named: named as Named };

  return STATES_FOR[checked.operation.id]?.(compared) ?? [];
}

/** The states for operations that depend on the world. The check of a link is in `required-states.ts`. */
const STATES_FOR: Readonly<Partial<Record<OperationId, (compared: Compared) => States>>> = {
  getUsers: usersStates,
  getHumanScores: (compared) => listStates(compared, 'human scores'),
  getCredentials: (compared) => listStates(compared, 'credentials'),
  getHumanScoreByPartyId: ({ exchange, responseBody, worlds, named: { partyId } }) => {
    const hasScore = isScored(worlds, partyId);
    if (exchange.status === 404) return hasScore ? [disclosedNothing(partyId)] : [];
    return hasScore ? [] : partyStates(worlds, partyId, providersOfScore(responseBody));
  },
  getCredentialByPartyId: (compared) => statesOfCredentials(compared, compared.named.partyId),
  resolveCredentials: resolveStates,
  createCredentialsRequest: ({ exchange, world, named: { partyId } }) => {
    const exists = world.party(partyId) !== undefined;
    if (exchange.status === 404) return exists ? [stateReference('no parties exist')] : [];
    return exists ? [] : [stateReference('party {partyId} exists', { partyId })];
  },
  generateVerificationLink: ({ exchange, worlds, named: { contractId } }) => {
    if (exchange.status !== 404) return credentialStates(worlds, contractId, 'exists');
    const exists = worlds.newSandbox.world.disclosedCredential(contractId) !== undefined;
    return exists ? [unknownCredential(contractId)] : [];
  },
  generateVerificationLinksBatch: batchStates,
};

/** The states for a page of users. @throws LeftOutError if a new sandbox has nothing on this page */
function usersStates(compared: Compared): States {
  const { world, worlds, check } = compared;
  const { query } = check.request;
  const list = worlds.newSandbox.lists.list(usersList(usersQueryOf(query)), world.time());
  const isFiltered = ['search', 'status', 'kycStatus', 'reqStatus'].some((name) => query[name] !== undefined);

  return pageStates(compared, { list, things: 'users', added: addedUser(compared), isFiltered });
}

/** The states that add the party of the first row, if a new sandbox lacks it. */
function addedUser({ world, worlds, items: [row] }: Compared): States {
  if (row === undefined) return [];

  const { partyId, kycProvider, reqStatus } = row as { partyId?: string; kycProvider: string; reqStatus: string };
  const isNew = partyId !== undefined && world.party(partyId) === undefined;
  // No state adds the row of a party with a pending request.
  return isNew && reqStatus === 'APPROVED' ? partyStates(worlds, partyId, [kycProvider]) : [];
}

/** A list of a new sandbox. */
interface ComparedList {
  readonly list: Pick<readonly unknown[], 'length' | 'slice'>;
  readonly things: 'users' | ListedThings;
  /** The states that add what the response has and the list lacks. They add it to the first page. */
  readonly added: States;
  /** Whether the request has filters, which may exclude what is added. Default: false. */
  readonly isFiltered?: boolean;
}

/** The states for a page of a list. @throws LeftOutError if a new sandbox has nothing on this page, and gets nothing */
function pageStates(compared: Compared, { list, things, added, isFiltered = false }: ComparedList): States {
  const { offset, limit } = compared.named;
  // `slice` takes the number of items, as the service does.
  const hasPage = list.slice(offset, limit ?? list.length).length > 0;

  if (compared.items.length > 0) {
    const isAddedToPage = added.length > 0 && offset === 0 && !isFiltered;
    return hasPage || isAddedToPage ? added : refusePage(compared);
  }

  // If a scenario emptied the page, no other state is needed.
  return hasPage && !compared.isAltered ? [stateReference(`no ${things} exist`)] : [];
}

/** The lists whose items can be restricted to chosen parties. */
type ListedThings = 'credentials' | 'human scores';

/**
 * The states for a list of scores or credentials.
 *
 * A list for named parties has what these parties have. Any other list begins with the parties of a new sandbox; a
 * state adds its party to the first page.
 * @throws LeftOutError if a new sandbox has nothing on this page
 */
function listStates(compared: Compared, things: ListedThings): States {
  const { world, worlds, items, named } = compared;
  const { partyIds = [], offset } = named;
  const isOfScores = things === 'human scores';
  const states = isOfScores ? scoreStates(compared, partyIds) : statesOfCredentials(compared, partyIds[0]);

  if (named.partyIds !== undefined) {
    const hasNewParty = items.some(({ partyId }) => world.party(partyId as string) === undefined);
    // A state adds one party, which is on the first page.
    return offset > 0 && hasNewParty ? refusePage(compared) : states;
  }

  const { lists } = worlds.newSandbox;
  const scores = lists.list(approvedUsers(USUAL_RULES), world.time());
  const credentials = lists.list(listedCredentials(USUAL_RULES), world.time());

  return pageStates(compared, { list: isOfScores ? scores : credentials, things, added: states });
}

/**
 * The states for credentials in a response.
 * @param partyId the party that the request names: it explains a list without items
 */
function statesOfCredentials({ world, worlds, items, isAltered }: Compared, partyId: string | undefined): States {
  const [item] = items;
  if (item === undefined) {
    const party = partyId === undefined ? undefined : world.party(partyId);
    const discloses = party !== undefined && disclosedHoldings(party).length > 0;
    return discloses && !isAltered ? [disclosedNothing(party.partyId)] : [];
  }

  const { contractId, partyId: holder } = item as { contractId: string; partyId: string };
  // If a scenario changed the response, its members do not show the world.
  const { freshness, kycStatus } = isAltered ? {} : item;
  if (freshness === 'REVOKED') return credentialStates(worlds, contractId, 'revoked');
  if (kycStatus === 'EXPIRED') return credentialStates(worlds, contractId, 'expired');
  if (world.disclosedCredential(contractId) !== undefined) return [];

  const itemsOfHolder = items.filter((other) => other['partyId'] === holder);
  // Lists name the provider in one of two members.
  const providers = itemsOfHolder.map(({ kycProvider, provider = kycProvider }) => provider as string);

  return partyStates(worlds, holder, providers);
}

/**
 * The states for scores in a response.
 * @param partyIds the parties that the request names: they explain a list without items
 */
function scoreStates({ worlds, items, isAltered }: Compared, partyIds: readonly string[]): States {
  const [item] = items;
  if (item === undefined) {
    const hasScore = partyIds.some((partyId) => isScored(worlds, partyId));
    return hasScore && !isAltered ? [stateReference('no human scores exist')] : [];
  }

  const partyId = item['partyId'] as string;

  return isScored(worlds, partyId) ? [] : partyStates(worlds, partyId, providersOfScore(item));
}

/** Whether the party has a score in a new sandbox: every approved party has one. */
function isScored({ newSandbox }: Worlds, partyId: string): boolean {
  const party = newSandbox.world.party(partyId);
  return party !== undefined && isApproved(party);
}

/** The states of a look-up of credentials: by the party ID, or by an e-mail address or username. */
function resolveStates(compared: Compared): States {
  const { world, worlds, items, isAltered, named } = compared;
  const { q } = named;
  if (q === undefined) return statesOfCredentials(compared, named.partyId);
  if (items.length === 0) return isAltered ? [] : [stateReference('no party matches {q}', { q })];

  // The service ignores blanks around a handle, and its case.
  const exists = world.disclosedByHandle(q.trim().toLowerCase()).length > 0;

  return exists ? statesOfCredentials(compared, undefined) : handleStates(worlds, items, q);
}

/** The state of a party whose credentials the service does not show. */
function disclosedNothing(partyId: string): ProviderStateReference {
  return stateReference('party {partyId} has disclosed nothing', { partyId });
}

/** The state in which the service does not know this credential. */
function unknownCredential(contractId: string): ProviderStateReference {
  return stateReference('credential {contractId} does not exist', { contractId });
}

/** The states for a batch: each item needs a credential, or the lack of it. */
function batchStates({ responseBody, worlds, isAltered }: Compared): States {
  const { results } = responseBody as { results: readonly { contractId: string; result?: object }[] };
  return results.flatMap(({ contractId, result }) => {
    if (result !== undefined) return credentialStates(worlds, contractId, 'exists');
    // No credential has an empty ID, and no state names one.
    return isAltered || contractId === '' ? [] : [unknownCredential(contractId)];
  });
}

/** The providers whose credentials contribute to a score. */
function providersOfScore(item: unknown): string[] {
  const { humanScore } = item as { humanScore: { details: { accountAges: readonly { provider: string }[] } } };
  return humanScore.details.accountAges.map(({ provider }) => provider);
}

/** Leaves out an interaction with a page that no state fills. @throws LeftOutError */
function refusePage({ exchange: { query } }: CheckedExchange): never {
  const page = query === '' ? 'this page of the list' : `this page of the list (${query})`;
  throw new LeftOutError(`No provider state fills ${page}: it is empty in a new sandbox.`);
}
