/** The requests that several checks send, and what they read of the responses. */

import type { OperationId } from '../../../contract/operation.js';
import type { RequestOptions } from '../build-request.js';
import { type Exchange, type Json, objectIn, objectsIn, type Page, pageIn, textIn } from '../exchange.js';
import type { Service } from '../service.js';
import type { CheckRequest } from './table.js';

/** The parameters of a query. */
export type Query = NonNullable<RequestOptions['query']>;

/** A request as a row of a table has it. */
type RowRequest = Extract<CheckRequest, readonly unknown[]>;

/** The users list. */
export function users(query: Query): RowRequest {
  return ['getUsers', { query }];
}

/** A look-up. */
export function lookUp(query: Query = {}): RowRequest {
  return ['resolveCredentials', { query }];
}

/** The check of a link, without an access token. */
export function linkCheck(token: string): RowRequest {
  return ['checkVerificationStatus', { path: { token } }];
}

/**
 * A page of a list.
 * @throws UnexpectedResponse if the response has none
 */
export async function pageOf(service: Service, operation: OperationId, query?: Query): Promise<Page> {
  return pageIn(await service.request(operation, query && { query }));
}

/** The items of a page of a list. */
export async function itemsOf(service: Service, operation: OperationId, query?: Query): Promise<readonly Json[]> {
  return (await pageOf(service, operation, query)).items;
}

/** The credentials of a party. */
export async function credentialsOf(service: Service, partyId: string): Promise<readonly Json[]> {
  return objectsIn(await service.request('getCredentialByPartyId', { path: { partyId } }));
}

/** The credentials that a look-up finds. */
export async function foundBy(service: Service, query: Query): Promise<readonly Json[]> {
  return objectsIn(await service.request(...lookUp(query)), 'credentials');
}

/** The human score of a party. */
export async function scoreOf(service: Service, partyId: string): Promise<Json> {
  return objectIn(await service.request('getHumanScoreByPartyId', { path: { partyId } }));
}

/** Creates a link. By default every call creates another one. */
export async function createLink(service: Service, contractId: string, isShared = false): Promise<Exchange> {
  return await service.request('generateVerificationLink', { body: { contractId }, isShared });
}

/** Creates a link for each credential in one request. By default every call creates other ones. */
export async function createLinks(service: Service, ids: readonly string[], isShared = false): Promise<Exchange> {
  const body = { requests: ids.map((contractId) => ({ contractId })) };
  return await service.request('generateVerificationLinksBatch', { body, isShared });
}

/** The token of a created link. */
export function tokenIn(link: Exchange): string {
  return textIn(objectIn(link), 'token');
}

/** Checks a link by its token. */
export async function checkToken(service: Service, token: string): Promise<Exchange> {
  return await service.request(...linkCheck(token));
}
