/** Connects before the first check: finds out whether the server is the service, and accepts the credentials. */

import { isObject, membersOf } from '../../../common/json.js';
import { kindOf, wordOrKind } from '../../evidence/describe-value.js';
import { isSuccess } from '../../../traffic/seen-exchange.js';
import { sentence } from '../../sentence.js';
import { NoResultError, type ServiceExchange } from '../exchange.js';
import type { Service } from '../service.js';

/** The run cannot start: the server is not the service, or refuses the credentials. */
export class ServiceUnusable extends Error {
  override readonly name = 'ServiceUnusable';
}

/** A token that a header can carry: visible ASCII characters, at least one (RFC 9110 section 5.5). */
const TOKEN = /^[\x21-\x7E]+$/;

/**
 * Requests an access token, and then the users list. {@link Service} requests a token of its own for the list.
 * @throws ServiceUnusable with the reason in one line
 */
export async function connect(service: Service): Promise<void> {
  const base = shownAddress(service.addresses.base);
  const tokenAddress = shownAddress(service.addresses.token);
  try {
    refuseTokenResponse(await service.requestToken(), tokenAddress);
    refuseListResponse(await service.request('getUsers'), base, tokenAddress);
  } catch (error) {
    if (error instanceof NoResultError) throw new ServiceUnusable(error.message);
    if (error instanceof ServiceUnusable) throw new ServiceUnusable(service.withoutSecrets(error.message));

    throw error;
  }
}

/** Refuses a response of the token endpoint without a usable token. @throws ServiceUnusable */
function refuseTokenResponse(exchange: ServiceExchange, address: string): void {
  const { response, status } = exchange;
  const { body, mediaType } = response;
  const { access_token: issued } = membersOf(body);
  const token = isSuccess(exchange) ? issued : undefined;

  if (typeof token === 'string' && TOKEN.test(token)) return;
  if (typeof token === 'string') throw new ServiceUnusable(sentence('token-unsendable', { address }));

  if (status === 400 || status === 401 || status === 403) {
    const { error } = membersOf(body);
    const code = error === undefined ? '' : `, ${wordOrKind(error)}`;
    throw new ServiceUnusable(sentence('client-rejected', { address, status, code }));
  }

  const sent = mediaType || 'no media type';
  throw new ServiceUnusable(sentence('no-token-endpoint', { address, status, mediaType: sent }));
}

/**
 * Refuses a response that is not a page of users. A server error, or a page with other members, does not stop the run,
 * because the checks report it. @throws ServiceUnusable
 */
function refuseListResponse(exchange: ServiceExchange, address: string, tokenAddress: string): void {
  const { status, response } = exchange;
  const { body } = response;
  if (status === 401 || status === 403)
    throw new ServiceUnusable(sentence('token-rejected', { address, tokenAddress, status }));

  // These are the service, whatever else is wrong with them.
  const hasPage = isObject(body) && ('items' in body || 'pagination' in body);
  const isPage = isSuccess(exchange) && hasPage;
  const isFailure = status >= 500 && isObject(body);
  if (isPage || isFailure) return;

  throw new ServiceUnusable(sentence('not-the-service', { address, status, body: describeBody(exchange) }));
}

/** What the body is, in words that show nothing of it. */
function describeBody({ response: { text, body, mediaType } }: ServiceExchange): string {
  if (text === '') return 'nothing';
  return body === undefined ? mediaType || 'no media type' : `${kindOf(body)} that is no page of users`;
}

/** The address without query, user name and password, because these may be secret. */
function shownAddress({ origin, pathname }: URL): string {
  return origin + (pathname === '/' ? '' : pathname);
}
