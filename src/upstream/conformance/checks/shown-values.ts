/** Values for checks: what the user has given, or else what the lists show first. */

import { isObject, type Json, membersOf } from '../../../common/json.js';
import type { OperationId } from '../../../contract/operation.js';
import { isSuccess } from '../../../traffic/seen-exchange.js';
import { NoResultError, objectIn, type ServiceExchange, textIn } from '../exchange.js';
import type { Service } from '../service.js';

/**
 * The objects that a successful response shows: the items of its list, or the single object of its body.
 * @throws NoResultError
 */
export function itemsOf(exchange: ServiceExchange): readonly Json[] {
  const { body } = exchange.response;
  if (!isSuccess(exchange)) throw new NoResultError('unusable', exchange.description);

  // Pages, look-ups and batches name their list in different ways. A body without a list is a single object.
  const { items, credentials, results } = membersOf(body);
  const list: unknown = Array.isArray(body) ? body : (items ?? credentials ?? results ?? [body]);
  if (!Array.isArray(list) || !list.every(isObject))
    throw new NoResultError('unusable', `${exchange.description} without a list of objects`);

  return list;
}

/** The items that the response to a request shows. @throws NoResultError */
export async function itemsIn(service: Service, ...call: Parameters<Service['request']>): Promise<readonly Json[]> {
  return itemsOf(await service.request(...call));
}

/** Ends a check for which a value is missing. @throws NoResultError with the reason */
export function skipCheck(reason: string): never {
  throw new NoResultError('unseen', reason);
}

/** The parties of the first two pages of a list, which may be longer. */
export async function partiesOf(service: Service, operation: OperationId): Promise<readonly string[]> {
  const second = await itemsIn(service, operation, { query: { offset: '10' } });
  const first = await itemsIn(service, operation);
  const ids = [...first, ...second].map((item) => textIn(item, 'partyId'));
  const parties = [...new Set(ids)];

  return parties.length > 1 ? parties : skipCheck('the list shows fewer than two parties');
}

/** The registered e-mails of the first two parties of a list. */
export async function emailsOf(service: Service, operation: OperationId): Promise<readonly unknown[]> {
  const items = await itemsIn(service, operation);
  const parties = (await partiesOf(service, operation)).slice(0, 2);
  const emails = parties.map((party) => items.find((item) => item['partyId'] === party)?.['email']);

  if (emails.every((address) => typeof address === 'string')) return emails;

  return skipCheck('the list shows the registered e-mail of fewer than two parties');
}

/** A party with a human score: the user's party if it has one, so that all checks are about one party. */
export async function scoredPartyId(service: Service): Promise<string> {
  const items = await itemsIn(service, 'getHumanScores');
  const named = items.find((item) => item['partyId'] === service.options.partyId);
  // Without the user's party, the first one will do.
  const scored = named ?? items[0] ?? skipCheck('no party has a human score; give one with --party-id');

  return textIn(scored, 'partyId');
}

/** Reads the users list to its end, or to its tenth page, in the largest pages that the service accepts. */
export async function walkUsers(service: Service): Promise<ServiceExchange> {
  const largest = await service.request('getUsers', { query: { limit: '100' } });
  // A variant of the service may have a smaller maximum; every one accepts 20.
  const limit = isSuccess(largest) ? 100 : 20;

  for (let offset = 0; ; offset += limit) {
    const query = { offset: String(offset), limit: String(limit) };
    const exchange = await service.request('getUsers', { query, again: true });
    const { total } = membersOf(objectIn(exchange)['pagination']);
    // Stops at the end, or after ten pages.
    if (typeof total !== 'number' || offset + limit >= Math.min(total, 10 * limit)) return exchange;
  }
}

/** The offset of the last item of a list; 0 if there is none. */
export async function lastOffset(service: Service, operation: OperationId): Promise<string> {
  const { total } = membersOf(objectIn(await service.request(operation))['pagination']);
  return typeof total === 'number' ? String(Math.max(0, total - 1)) : '0';
}

/** The most parties that are looked up to find the username of an account. */
const MOST_TRIED = 5;

/** The username of an account that has none in its metadata. */
export async function accountName(service: Service): Promise<string> {
  const parties = await partiesOf(service, 'getCredentials');

  for (const partyId of parties.slice(0, MOST_TRIED)) {
    const credentials = await itemsIn(service, 'resolveCredentials', { query: { partyId } });
    // If a credential has no username of its own, the username that is shown belongs to the account.
    const credentialOfAccount = credentials.find(({ metadata }) => typeof membersOf(metadata)['username'] !== 'string');
    const name = credentialOfAccount?.['username'];
    if (typeof name === 'string') return name;
  }

  return skipCheck('no look-up shows the username of an account');
}

/** The user's alias without the ending of the full name, `.5n.xyz`. */
export function aliasOf({ options: { alias } }: Service): string {
  if (alias === undefined) skipCheck('it looks a party up by alias, which no list shows; give one with --alias');
  return alias.replace('.5n.xyz', '');
}
