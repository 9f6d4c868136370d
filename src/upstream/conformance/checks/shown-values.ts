/** What the user has given, or else the first that the lists show; and links of the run. */

import { isObject, membersOf } from '../../../common/json.js';
import type { OperationId } from '../../../contract/operation.js';
import type { RequestOptions } from '../build-request.js';
import { isSuccess } from '../../../traffic/seen-exchange.js';
import { type Json, NothingToCheckError, objectIn, textIn } from '../exchange.js';
import { type ServiceExchange, UnexpectedResponseError } from '../exchange.js';
import type { Service } from '../service.js';

/** A credential that does not exist. */
export const UNKNOWN_CREDENTIAL = `00${'f'.repeat(136)}`;

/** The objects that a successful response shows: those of its list, or the only one. @throws UnexpectedResponseError */
export function itemsOf({ response: { body }, description, ...exchange }: ServiceExchange): readonly Json[] {
  const { items, credentials, results } = membersOf(body);
  const list = Array.isArray(body) ? (body as readonly unknown[]) : (items ?? credentials ?? results ?? [body]);
  if (!isSuccess(exchange)) throw new UnexpectedResponseError(description);
  if (!Array.isArray(list) || !list.every(isObject))
    throw new UnexpectedResponseError(`${description} without a list of objects`);
  return list;
}

async function itemsIn(service: Service, operation: OperationId, options?: RequestOptions): Promise<readonly Json[]> {
  return itemsOf(await service.request(operation, options));
}

async function firstOf(service: Service, operation: OperationId, reason: string): Promise<Json> {
  return (await itemsIn(service, operation))[0] ?? missing(reason);
}

/** @throws NothingToCheckError with the reason */
export function missing(reason: string): never {
  throw new NothingToCheckError(reason);
}

const NO_CREDENTIAL = 'no credential is disclosed to the institution; give one with --party-id and --contract-id';

export async function partyId(service: Service): Promise<string> {
  return service.options.partyId ?? textIn(await firstOf(service, 'getCredentials', NO_CREDENTIAL), 'partyId');
}

export async function contractId(service: Service): Promise<string> {
  return service.options.contractId ?? textIn(await firstOf(service, 'getCredentials', NO_CREDENTIAL), 'contractId');
}

/** The parties of the first pages of a list, which may have more items than one page. */
export async function partiesOf(service: Service, operation: OperationId): Promise<readonly string[]> {
  const second = await itemsIn(service, operation, { query: { offset: '10' } });
  const items = [...(await itemsIn(service, operation)), ...second];
  const parties = [...new Set(items.map((item) => textIn(item, 'partyId')))];
  return parties.length > 1 ? parties : missing('the list shows fewer than two parties');
}

/** The registered e-mails of the first two parties of a list. */
export async function emailsOf(service: Service, operation: OperationId): Promise<readonly unknown[]> {
  const items = await itemsIn(service, operation);
  const parties = (await partiesOf(service, operation)).slice(0, 2);
  const emails = parties.map((party) => items.find((item) => item['partyId'] === party)?.['email']);
  return emails.every((address) => typeof address === 'string')
    ? emails
    : missing('the list shows the registered e-mail of fewer than two parties');
}

export async function scoredPartyId(service: Service): Promise<string> {
  const items = await itemsIn(service, 'getHumanScores');
  const named = items.find((item) => item['partyId'] === service.options.partyId);
  return textIn(named ?? items[0] ?? missing('no party has a human score; give one with --party-id'), 'partyId');
}

export async function firstPartyOf(service: Service, query: RequestOptions['query'] & object): Promise<string> {
  const [first] = await itemsIn(service, 'resolveCredentials', { query });
  return textIn(first ?? missing(`the look-up by ${Object.keys(query).join()} finds nothing`), 'partyId');
}

/**
 * The party of an approved row of the users list with this KYC status: of a blocked user, or of a credential that is
 * revoked (REJECTED), expired, or archived (TO_DO).
 */
export async function partyWith(service: Service, kycStatus: string): Promise<string> {
  const query = { reqStatus: await approval(service), kycStatus };
  const rows = await itemsIn(service, 'getUsers', { query });
  return textIn(rows[0] ?? missing(`the users list shows no approved row that is ${kycStatus}`), 'partyId');
}

export async function revokedCredential(service: Service): Promise<string> {
  const path = { partyId: await partyWith(service, 'REJECTED') };
  const credentials = await itemsIn(service, 'getCredentialByPartyId', { path });
  const revoked = credentials.find(({ freshness }) => freshness === 'REVOKED');
  return textIn(revoked ?? missing('no list shows a revoked credential'), 'contractId');
}

/** The first text of more than two letters that the first page of the users list shows in a member. */
export async function shownOfUsers(service: Service, member: string): Promise<string> {
  const shown = (await itemsIn(service, 'getUsers')).map((row) => row[member]);
  const text = shown.find((one): one is string => typeof one === 'string' && one.length > 2);
  return text ?? missing(`no row of the first page has ${member}`);
}

/** Reads the users list to its end, or to its tenth page, in the largest pages that the service accepts. */
export async function walkUsers(service: Service): Promise<ServiceExchange> {
  const limit = isSuccess(await service.request('getUsers', { query: { limit: '100' } })) ? 100 : 20;
  for (let offset = 0; ; offset += limit) {
    const query = { offset: String(offset), limit: String(limit) };
    const exchange = await service.request('getUsers', { query, again: true });
    const { total } = membersOf(objectIn(exchange)['pagination']);
    if (typeof total !== 'number' || offset + limit >= Math.min(total, 10 * limit)) return exchange;
  }
}

/** The offset of the last item of a list; 0 if there is none. */
export async function lastOffset(service: Service, operation: OperationId): Promise<string> {
  const { total } = membersOf(objectIn(await service.request(operation))['pagination']);
  return typeof total === 'number' ? String(Math.max(0, total - 1)) : '0';
}

/** The username of an account that has none in its metadata. */
export async function accountName(service: Service): Promise<string> {
  const MOST_TRIED = 5;
  for (const party of (await partiesOf(service, 'getCredentials')).slice(0, MOST_TRIED)) {
    const found = await itemsIn(service, 'resolveCredentials', { query: { partyId: party } });
    const name = found.find(({ metadata }) => typeof membersOf(metadata)['username'] !== 'string')?.['username'];
    if (typeof name === 'string') return name;
  }
  return missing('no look-up shows the username of an account');
}

/** The value of an approval, in capitals or small letters like the users list. */
export async function approval(service: Service): Promise<string> {
  const state = await shownOfUsers(service, 'reqStatus');
  return state === state.toLowerCase() ? 'approved' : 'APPROVED';
}

/** The requests of a batch: known credentials, and an unknown one in the middle. */
export async function mixedBatch(service: Service): Promise<readonly Json[]> {
  const first = await contractId(service);
  const listed = (await itemsIn(service, 'getCredentials')).map((item) => String(item['contractId']));
  const others = listed.filter((id) => id !== first).slice(0, 2);
  return [first, UNKNOWN_CREDENTIAL, ...others].map((id) => ({ contractId: id }));
}

export async function batchLink(service: Service): Promise<string> {
  const body = { requests: await mixedBatch(service) };
  const results = await itemsIn(service, 'generateVerificationLinksBatch', { body });
  const made = results.find(({ result }) => isObject(result))?.['result'];
  return textIn((made as Json | undefined) ?? missing('no result of the batch has a link'), 'token');
}

export async function linkTo(service: Service, credential: string): Promise<string> {
  const body = { contractId: credential };
  return textIn(objectIn(await service.request('generateVerificationLink', { body })), 'token');
}

export async function email(service: Service): Promise<string> {
  const reason = 'no credential shows an e-mail address; give one with --email';
  return service.options.email ?? (await shownInMetadata(service, 'email', reason));
}

export async function shownInMetadata(service: Service, name: string, reason: string): Promise<string> {
  const shown = (await itemsIn(service, 'getCredentials')).map(({ metadata }) => membersOf(metadata)[name]);
  return shown.find((value) => typeof value === 'string') ?? missing(reason);
}

/** The alias without the ending of the full name. */
export function aliasOf({ options: { alias } }: Service): string {
  if (alias === undefined) return missing('it looks a party up by alias, which no list shows; give one with --alias');
  return alias.replace('.5n.xyz', '');
}
