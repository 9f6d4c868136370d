/** An exchange as a command for a shell. */

import type { Exchange, Sandbox } from '../../control/types.js';
import { shellQuote } from '../../parts/export-lines.js';

/** What curl sends by itself, or what belongs to the connection. */
const LEFT_OUT = /^(?:host|connection|content-length|transfer-encoding|keep-alive|accept-encoding|user-agent|sec-.*)$/i;

/** A command that repeats the request. It takes an access token from the variable `TOKEN`, since the journal has none. */
export function curlCommand(
  { method, path, query, request }: Pick<Exchange, 'method' | 'path' | 'query' | 'request'>,
  { url }: Pick<Sandbox, 'url'>,
): string {
  const headers = request.headers.filter(([name = '']) => !LEFT_OUT.test(name));
  const body = request.body !== undefined && 'text' in request.body ? request.body.text : undefined;
  return [
    'curl -si',
    ...(method === 'GET' ? [] : [`-X ${shellQuote(method)}`]),
    ...headers.map(([name = '', value = '']) =>
      /^authorization$/i.test(name) ? '-H "Authorization: Bearer $TOKEN"' : `-H ${shellQuote(`${name}: ${value}`)}`,
    ),
    ...(body === undefined ? [] : [`--data-raw ${shellQuote(body)}`]),
    shellQuote(`${url}${path}${query === '' ? '' : `?${query}`}`),
  ].join(' ');
}
