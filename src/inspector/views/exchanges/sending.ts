/** Has the emulator send a request like that of an exchange, so that it does not count as one of the client. */

import { call } from '../../control/call.js';
import type { Exchange, Sandbox, SendRequest } from '../../control/types.js';
import { ENDINGS } from '../../parts/status.js';
import { say } from '../../state/notice.js';
import { go, route } from '../../state/route.js';
import {
  authorizationOf,
  authorizationValue,
  bodyOf,
  CLIENT_SECRET_MARKER,
  headersOf,
  targetOf,
} from './repeatable.js';

/**
 * The request of an exchange, with a new token of the same client, since the old one is redacted.
 * @throws Error if the journal has not kept the body as text
 */
export function requestLike(exchange: Exchange, { clientId, clientSecret }: Sandbox): SendRequest {
  const body = bodyOf(exchange)?.replaceAll(CLIENT_SECRET_MARKER, encodeURIComponent(clientSecret));
  const authorization = authorizationOf(exchange);
  const value = authorizationValue(authorization, clientSecret);
  return {
    method: exchange.method,
    target: targetOf(exchange),
    headers: [...headersOf(exchange), ...(value === undefined ? [] : [['Authorization', value]])],
    ...(body !== undefined && { body }),
    // Its suffix may select a scenario.
    ...(authorization.kind === 'valid' && { clientId: exchange.clientId ?? clientId }),
  };
}

/** Sends a request, and shows its exchange beside the one that it was made from. */
export async function sendLike({ id: from }: Exchange, { id }: Sandbox, body: SendRequest): Promise<void> {
  const answered = await call('post', '/sandboxes/{id}/requests', { path: { id }, body });
  const { ending } = answered.response;
  say(ending === undefined ? `Sent; the status is ${answered.status}.` : `Sent; ${ENDINGS[ending][1]}.`);
  go({ item: String(answered.id), query: { ...route.value.query, with: String(from) } });
}
