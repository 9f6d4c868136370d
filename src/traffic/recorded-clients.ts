/** Tells the clients of a service apart. */

import { BoundedMap } from '../emulator/domain/bounded-map.js';
import { membersOf } from '../common/json.js';
import { basicCredentials, readAuthorization } from '../contract/authorization.js';
import { issuedToken } from './issued-token.js';
import type { RecordedFile } from './recorded-file.js';
import { isText } from './values.js';
import type { SeenExchange } from './seen-exchange.js';

/** The largest number of access tokens whose clients are remembered. */
const MOST_TOKENS = 100_000;

/** Learns from the responses of the token endpoint to which client each access token belongs. */
export class TokenOwners {
  /** Client IDs, by the names of tokens. */
  readonly #clients = new BoundedMap<string, string>(MOST_TOKENS);

  see(exchange: SeenExchange): void {
    const id = clientIdIn(exchange);
    const { name } = issuedToken(exchange.response.body);
    if (id !== undefined && name !== undefined) this.#clients.set(name, id);
  }

  /** The client ID; for a token of unknown origin, its name. Undefined if the request has neither ID nor token. */
  ownerOf(exchange: SeenExchange): string | undefined {
    const { token } = exchange;
    const ofToken = token === undefined ? undefined : (this.#clients.get(token) ?? token);
    return clientIdIn(exchange) ?? ofToken;
  }
}

/**
 * Names the client of each exchange; undefined if its request names none. All requests are those of one client if the
 * recording has one client ID at most. Those of a file without access tokens are those of one client.
 */
export function clientsIn(
  all: readonly SeenExchange[],
  files: ReadonlyMap<number, RecordedFile>,
): (exchange: SeenExchange) => string | undefined {
  const ids = new Set(all.flatMap((exchange) => clientIdIn(exchange) ?? []));
  const owners = new TokenOwners();
  for (const exchange of all) owners.see(exchange);

  return (exchange) => {
    const { token, operation, place } = exchange;
    if (operation === undefined || operation.access === 'public') return undefined;
    if (files.get(place.file)!.lacksTokens) return `file ${place.file}`;
    if (token === undefined && operation.access === 'bearer') return undefined;

    return ids.size <= 1 ? 'client' : owners.ownerOf(exchange);
  };
}

/** The client ID in a token request; undefined if there is none, or an exporter removed it. */
function clientIdIn({ operation, request }: SeenExchange): string | undefined {
  if (operation?.access !== 'client') return undefined;

  const basic = basicCredentials(readAuthorization(request.headers['authorization'] ?? ''));
  const id = basic?.id ?? membersOf(request.body)['client_id'];
  return isText(id) ? id : undefined;
}
