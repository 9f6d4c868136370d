/** What of a recorded request can be sent again: no secrets, nothing of the connection. */

import type { Exchange } from '../../control/types.js';

/** Headers that a client sends by itself, or that belong to the connection. */
const OF_CONNECTION =
  /^(?:host|connection|content-length|transfer-encoding|keep-alive|accept-encoding|user-agent|sec-.*|authorization)$/i;

/** What the journal writes in the place of the secret of the sandbox's client. */
export const CLIENT_SECRET_MARKER = '~client-secret~';
const ANY_MARKER = /~[a-z-]+~/;

/** The headers to send again, without authorization. */
export function headersOf({ request }: Pick<Exchange, 'request'>): [name: string, value: string][] {
  return request.headers.flatMap(([name = '', value = '']) => (OF_CONNECTION.test(name) ? [] : [[name, value]]));
}

/** Whether the request was sent with an access token. */
export function hasToken({ request }: Pick<Exchange, 'request'>): boolean {
  return request.headers.some(([name = '', value = '']) => /^authorization$/i.test(name) && /^bearer /i.test(value));
}

/** The text of the body; undefined if there is none. @throws Error if the journal has not kept it as text */
export function bodyOf({ request: { body } }: Pick<Exchange, 'request'>): string | undefined {
  if (body === undefined) return undefined;
  if ('text' in body) return body.text;
  throw new Error('The journal has not kept the body of the request as text.');
}

/** Path and query. @throws Error if a secret has been removed from them */
export function targetOf({ path, query }: Pick<Exchange, 'path' | 'query'>): string {
  const target = query === '' ? path : `${path}?${query}`;
  if (ANY_MARKER.test(target))
    throw new Error('The address had a secret, which the journal has removed: create a new link in the view “World”.');
  return target;
}
