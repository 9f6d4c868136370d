/** The lists of users, credentials and scores (specification section 4.2, rules 1 to 3). */

import { boundedSentences } from '../../../common/bounded-list.js';
import { previewValue } from '../../../common/json.js';
import { jsonResponse } from '../../../contract/response.js';
import type { Sandbox } from '../../domain/sandbox/sandbox.js';
import type { Party } from '../../domain/world/model.js';
import { approvedUsers, listedCredentials } from '../../domain/world/party-lists.js';
import { usersList, usersQueryOf } from '../../domain/world/users-list.js';
import type { ListKind } from '../../domain/world/world-lists.js';
import type { World } from '../../domain/world/world.js';
import { listOf, requestedPage, pointOfPage } from '../representations/page.js';
import { representCredential, representHumanScore, representUser } from '../representations/rows.js';
import { type ServiceResponse, withDiagnostics } from '../service-response.js';
import type { OperationCall, OperationHandler } from './call.js';
import { explainParty } from './explain-absence.js';

/** GET /institutions/me/users: the institution's data requests. */
export const getUsers: OperationHandler = ({ exchange, request, time, rules }) => {
  const kind = usersList(usersQueryOf(request.query, rules));
  const list = exchange.sandbox.lists.list(kind, time);
  const page = requestedPage(list, request.query, (row) => representUser(row, time, rules));
  const body = { ...page, totalCount: page.pagination.total };

  return { ...jsonResponse(200, body), ...pointOfPage(page) };
};

/** GET /institutions/me/credentials: what parties have disclosed. */
export const getCredentials: OperationHandler = (call) => {
  return respondWithList(call, listedCredentials(call.rules), (holding) => representCredential(holding, call));
};

/** GET /institutions/me/human-scores: the scores of approved users. */
export const getHumanScores: OperationHandler = (call) => {
  return respondWithList(call, approvedUsers(call.rules), (party) => representHumanScore(party, call));
};

type Query = Readonly<Record<string, unknown>>;

/** The requested page of a list of all parties, or of the parties that the request names. */
function respondWithList<Item extends object>(
  { exchange, request, time }: OperationCall,
  kind: ListKind<Item>,
  represent: (item: Item) => object,
): ServiceResponse {
  const { sandbox } = exchange;
  const { query } = request;
  const requested = requestedParties(sandbox.world, query);
  const itemsOf = (party: Party): readonly Item[] => kind.itemsOf(party, time);
  const list = requested === undefined ? sandbox.lists.list(kind, time) : listOf(requested.flatMap(itemsOf));

  const page = requestedPage(list, query, represent);
  const response = { ...jsonResponse(200, page), ...pointOfPage(page) };
  if (requested === undefined) return response;

  // A party that the request names and the page lacks would look like a bug.
  const missing = explainMissing(sandbox, query, (party) => itemsOf(party).length > 0);
  return withDiagnostics(response, missing);
}

/**
 * Finds parties by ID or by the e-mail of their account. Parties found by ID come first, in the order of the request,
 * and each party comes once. Undefined if the request names no party, because it then means all parties.
 */
function requestedParties(world: World, query: Query): Party[] | undefined {
  const { partyIds, emails } = query as PartyFilter;
  if (partyIds === undefined && emails === undefined) return undefined;

  const byId = (partyIds ?? []).flatMap((partyId) => world.party(partyId) ?? []);
  const byEmail = (emails ?? []).flatMap((email) => ofEmail(world, email));
  const found = new Map([...byId, ...byEmail].map((party) => [party.partyId, party]));

  return [...found.values()];
}

/** A sentence for each requested party that the list does not contain. */
function explainMissing(sandbox: Sandbox, query: Query, isListed: (party: Party) => boolean): readonly string[] {
  const { world } = sandbox;
  const { partyIds = [], emails = [] } = query as PartyFilter;
  const isMissing = (party: Party | undefined): boolean => party === undefined || !isListed(party);
  const missingIds = partyIds.filter((partyId) => isMissing(world.party(partyId)));
  const missingEmails = emails.filter((email) => !ofEmail(world, email).some(isListed));

  return boundedSentences([
    ...missingIds.map((partyId) => `partyIds ${previewValue(partyId)}: ${explainParty(sandbox, partyId)}`),
    ...missingEmails.map((email) => `emails ${previewValue(email)}: ${explainEmail(sandbox, email)}`),
  ]);
}

/** Why the list has no rows for this e-mail address. */
function explainEmail(sandbox: Sandbox, email: string): string {
  const [party] = ofEmail(sandbox.world, email);
  if (party === undefined) return `no account in sandbox "${sandbox.id}" has this e-mail`;

  return explainParty(sandbox, party.partyId);
}

/** The parties that a request names. */
interface PartyFilter {
  readonly partyIds?: readonly string[];
  readonly emails?: readonly string[];
}

/** The parties whose account has an e-mail. An e-mail that only a credential shows does not count here. */
function ofEmail(world: World, email: string): readonly Party[] {
  const handle = email.toLowerCase();
  return world.partiesByHandle(handle).filter((party) => party.email?.toLowerCase() === handle);
}
