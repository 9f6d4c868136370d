/** Sends the request of an exchange again, with a new token of the same client, since the old one is redacted. */

import { call } from '../../control/call.js';
import type { Exchange, Sandbox } from '../../control/types.js';
import { bodyOf, CLIENT_SECRET_MARKER, hasToken, headersOf, targetOf } from './repeatable.js';

/** The emulator sends it, so that it does not count as a request of the client. @returns the new exchange */
export async function sendAgain(exchange: Exchange, { id, clientId, clientSecret }: Sandbox): Promise<Exchange> {
  const body = bodyOf(exchange)?.replaceAll(CLIENT_SECRET_MARKER, encodeURIComponent(clientSecret));
  return await call('post', '/sandboxes/{id}/requests', {
    path: { id },
    body: {
      method: exchange.method,
      target: targetOf(exchange),
      headers: headersOf(exchange),
      ...(body !== undefined && { body }),
      // Its suffix may select a scenario.
      ...(hasToken(exchange) && { clientId: exchange.clientId ?? clientId }),
    },
  });
}
