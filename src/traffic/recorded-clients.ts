/** Tells the clients of a service apart. */

import { membersOf } from '../common/json.js';
import { basicCredentials, readAuthorization } from '../contract/authorization.js';
import { issuedToken } from './issued-token.js';
import type { RecordedFile } from './recorded-file.js';
import { isText } from './values.js';
import type { SeenExchange } from './seen-exchange.js';

/**
 * Names the client of each exchange; undefined if its request names none. All requests are those of one client if the
 * recording has one client ID at most. Those of a file without access tokens are those of one client.
 */
export function clientsIn(
  all: readonly SeenExchange[],
  files: ReadonlyMap<number, RecordedFile>,
): (exchange: SeenExchange) => string | undefined {
  const ids = new Set<string>();
  const owners = new Map<string, string>();

  for (const exchange of all) {
    const id = clientIdIn(exchange);
    if (id === undefined) continue;

    ids.add(id);
    const { name } = issuedToken(exchange.response.body);
    if (name !== undefined) owners.set(name, id);
  }

  return (exchange) => {
    const { token, operation, place } = exchange;
    if (operation === undefined || operation.access === 'public') return undefined;
    if (files.get(place.file)!.lacksTokens) return `file ${place.file}`;
    if (token === undefined && operation.access === 'bearer') return undefined;
    if (ids.size <= 1) return 'client';

    return token === undefined ? clientIdIn(exchange) : (owners.get(token) ?? token);
  };
}

/** The client ID in a token request; undefined if there is none, or an exporter removed it. */
export function clientIdIn({ operation, request }: SeenExchange): string | undefined {
  if (operation?.access !== 'client') return undefined;

  const basic = basicCredentials(readAuthorization(request.headers['authorization'] ?? ''));
  const id = basic?.id ?? membersOf(request.body)['client_id'];
  return isText(id) ? id : undefined;
}
