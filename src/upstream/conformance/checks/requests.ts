/** The requests that several checks send, and what they read of the responses. */

import type { OperationId } from '../../../contract/operation.js';
import type { RequestOptions } from '../build-request.js';
import { type Json, objectIn, objectsIn, type ListedPage, pageIn, type ServiceExchange, textIn } from '../exchange.js';
import type { Service } from '../service.js';

/** The parameters of a query. */
export type Query = NonNullable<RequestOptions['query']>;

/** A page of a list. @throws UnexpectedResponseError if the response has none */
export async function requestPage(service: Service, operation: OperationId, query?: Query): Promise<ListedPage> {
  return pageIn(await service.request(operation, query && { query }));
}

/** The items of a page of a list. */
export async function requestItems(service: Service, operation: OperationId, query?: Query): Promise<readonly Json[]> {
  return (await requestPage(service, operation, query)).items;
}

/** The credentials of a party. */
export async function credentialsOf(service: Service, partyId: string): Promise<readonly Json[]> {
  return objectsIn(await service.request('getCredentialByPartyId', { path: { partyId } }));
}

/** The credentials that a look-up finds. */
export async function foundBy(service: Service, query: Query): Promise<readonly Json[]> {
  return objectsIn(await service.request('resolveCredentials', { query }), 'credentials');
}

/** The human score of a party. */
export async function scoreOf(service: Service, partyId: string): Promise<Json> {
  return objectIn(await service.request('getHumanScoreByPartyId', { path: { partyId } }));
}

/** Creates a link. By default every call creates another one. */
export async function createLink(service: Service, contractId: string, isShared = false): Promise<ServiceExchange> {
  return await service.request('generateVerificationLink', { body: { contractId }, isShared });
}

/** The token of a created link. */
export function tokenIn(link: ServiceExchange): string {
  return textIn(objectIn(link), 'token');
}

/** Checks a link by its token, without an access token. */
export async function checkToken(service: Service, token: string): Promise<ServiceExchange> {
  return await service.request('checkVerificationStatus', { path: { token } });
}
