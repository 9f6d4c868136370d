/** Finds out whether the service is there and lets us in, before anything is checked. */

import { isObject } from '../contract/json.js';
import { CallFailed, RunOver, ServiceUnusable } from './call-failed.js';
import { isSuccess, mediaTypeOf, type Exchange } from './exchange.js';
import { kindOf } from './shown-value.js';
import type { Service } from './service.js';

/** What a header can carry (RFC 9110 section 5.5). */
const TOKEN = /^[\x21-\x7E]+$/;

/**
 * Asks for a token, and for the users list.
 * @throws ServiceUnusable with one line that says what is wrong
 */
export async function enterService(service: Service, base: URL, tokenUrl: URL): Promise<void> {
  try {
    refuseTokenAnswer(await service.requestToken(), addressOf(tokenUrl));
    refuseUsersAnswer(await service.ask('getUsers'), addressOf(base), addressOf(tokenUrl));
  } catch (error) {
    if (error instanceof CallFailed || error instanceof RunOver) throw new ServiceUnusable(error.message);
    throw error instanceof ServiceUnusable ? new ServiceUnusable(service.withoutSecrets(error.message)) : error;
  }
}

function refuseTokenAnswer(exchange: Exchange, address: string): void {
  const { body, status } = exchange;
  const token = isSuccess(exchange) && isObject(body) ? body['access_token'] : undefined;
  if (typeof token === 'string') {
    if (!TOKEN.test(token))
      throw new ServiceUnusable(
        `the access token of ${address} cannot be sent: it is empty, or has characters that no header can carry`,
      );
    return;
  }
  if (status === 400 || status === 401 || status === 403) {
    const code = isObject(body) && body['error'] !== undefined ? `, ${kindOf(body['error'], true)}` : '';
    throw new ServiceUnusable(
      `the token endpoint ${address} refuses the client ID and secret (status ${status}${code})`,
    );
  }
  throw new ServiceUnusable(
    `what answers at ${address} is no token endpoint: it answers ${status} with ${mediaTypeOf(exchange) || 'no media type'} and no access_token`,
  );
}

/** What fails, or shows other members than it should, may be the service nevertheless: that is for the checks. */
function refuseUsersAnswer(exchange: Exchange, address: string, tokenAddress: string): void {
  const { status, body } = exchange;
  if (status === 401 || status === 403)
    throw new ServiceUnusable(
      `${address} refuses the access token that ${tokenAddress} has given (status ${status}): do the two belong together, and is the institution active?`,
    );
  const isPage = isObject(body) && ('items' in body || 'pagination' in body);
  const isFailure = status >= 500 && isObject(body);
  if (isSuccess(exchange) ? isPage : isFailure) return;
  throw new ServiceUnusable(
    `what answers at ${address} is not the service: the users list is answered with status ${status} and ${describeBody(exchange)}`,
  );
}

function describeBody(exchange: Exchange): string {
  if (exchange.text === '') return 'nothing';
  return exchange.body === undefined
    ? mediaTypeOf(exchange) || 'no media type'
    : `${isObject(exchange.body) ? 'an object' : kindOf(exchange.body)} that is no page of users`;
}

/** Without what may be secret in an address. */
function addressOf({ origin, pathname }: URL): string {
  return origin + (pathname === '/' ? '' : pathname);
}
