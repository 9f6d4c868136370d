/** An exchange as a command for a shell. */

import type { Exchange, Sandbox } from '../../control/types.js';
import { shellQuote } from '../../parts/export-lines.js';
import { bodyOf, CLIENT_SECRET_MARKER, hasToken, headersOf, targetOf } from './repeatable.js';

/** A command that repeats the request, with a new access token if it needs one: the journal has none. */
export function curlCommand(exchange: Exchange, { url, tokenUrl, clientId, clientSecret }: Sandbox): string {
  const body = bodyOf(exchange)?.replaceAll(CLIENT_SECRET_MARKER, encodeURIComponent(clientSecret));
  const fields = {
    grant_type: 'client_credentials',
    client_id: exchange.clientId ?? clientId,
    client_secret: clientSecret,
  };
  const form = Object.entries(fields).map(([name, value]) => `--data-urlencode ${shellQuote(`${name}=${value}`)}`);
  const token = `TOKEN=$(curl -s ${tokenUrl} ${form.join(' ')} | sed 's/.*"access_token":"\\([^"]*\\)".*/\\1/')`;
  const command = [
    'curl -i',
    ...(exchange.method === 'GET' ? [] : [`-X ${shellQuote(exchange.method)}`]),
    ...(hasToken(exchange) ? ['-H "Authorization: Bearer $TOKEN"'] : []),
    ...headersOf(exchange).map(([name, value]) => `-H ${shellQuote(`${name}: ${value}`)}`),
    ...(body === undefined ? [] : [`--data-raw ${shellQuote(body)}`]),
    shellQuote(`${url}${targetOf(exchange)}`),
  ].join(' ');
  return hasToken(exchange) ? `${token}\n${command}` : command;
}
