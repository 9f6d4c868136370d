/** Finds out whether the service is there and lets us in, before anything is checked. */

import { isObject } from '../contract/is-object.js';
import { CallFailed, RunOver, ServiceUnusable } from './call-failed.js';
import { isSuccess, mediaTypeOf, type Exchange } from './exchange.js';
import { kindOf } from './shown-value.js';
import type { Service } from './service.js';

/**
 * Asks for a token, and for the users list.
 * @throws ServiceUnusable with one line that says what is wrong
 */
export async function enterService(service: Service, base: URL, tokenUrl: URL): Promise<void> {
  try {
    refuseTokenAnswer(await service.requestToken(), addressOf(tokenUrl));
    const users = await service.ask('getUsers');
    if (users.body === undefined && users.text !== '') throw new ServiceUnusable(`what answers at ${addressOf(base)} is not the service: the users list is answered with status ${users.status} and ${mediaTypeOf(users) || 'no media type'}`);
  } catch (error) {
    if (error instanceof CallFailed || error instanceof RunOver) throw new ServiceUnusable(error.message);
    throw error;
  }
}

function refuseTokenAnswer(exchange: Exchange, address: string): void {
  const { body, status } = exchange;
  const error = isObject(body) ? body['error'] : undefined;
  if (isSuccess(exchange) && isObject(body) && typeof body['access_token'] === 'string') return;
  if (status === 400 || status === 401 || status === 403) {
    const code = error === undefined ? '' : `, ${kindOf(error, true)}`;
    throw new ServiceUnusable(`the token endpoint ${address} refuses the client ID and secret (status ${status}${code})`);
  }
  throw new ServiceUnusable(`what answers at ${address} is no token endpoint: it answers ${status} with ${mediaTypeOf(exchange) || 'no media type'} and no access_token`);
}

/** Without what may be secret in an address. */
function addressOf({ origin, pathname }: URL): string {
  return origin + (pathname === '/' ? '' : pathname);
}
