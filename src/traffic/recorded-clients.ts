/** Tells the clients of a service apart. */

import { BoundedMap } from '../emulator/domain/bounded-map.js';
import { membersOf } from '../common/json.js';
import { basicCredentials, readAuthorization } from '../contract/authorization.js';
import { issuedToken } from './issued-token.js';
import type { RecordedFiles } from './recorded-file.js';
import { isRealText } from './values.js';
import type { SeenExchange } from './seen-exchange.js';

/** The largest number of access tokens whose clients are remembered. */
const MOST_TOKENS = 100_000;

/** Learns from the responses of the token endpoint to which client each access token belongs. */
export class TokenOwners {
  /** Client IDs by the digests of access tokens. */
  readonly #clients = new BoundedMap<string, string>(MOST_TOKENS);

  /** Remembers the client of a token that a response issues. */
  see(exchange: SeenExchange): void {
    const id = clientIdIn(exchange);
    const { digest } = issuedToken(exchange.response.body);
    if (id !== undefined && digest !== undefined) this.#clients.set(digest, id);
  }

  /**
   * The client ID. If the token was issued outside the recording, the digest of the token stands for its client.
   * Undefined if the request has neither a client ID nor a token.
   */
  clientOf(exchange: SeenExchange): string | undefined {
    const { tokenDigest } = exchange;
    const ownerOfToken = tokenDigest === undefined ? undefined : (this.#clients.get(tokenDigest) ?? tokenDigest);
    return clientIdIn(exchange) ?? ownerOfToken;
  }
}

type ClientOf = (exchange: SeenExchange) => string | undefined;

/**
 * Returns a function that names the client of an exchange, or undefined if the request names none.
 * - If the recording has one client ID at most, that client sent all requests.
 * - If a file has no access tokens, one client sent all requests of the file.
 */
export function clientsIn(all: readonly SeenExchange[], files: RecordedFiles): ClientOf {
  const ids = new Set(all.flatMap((exchange) => clientIdIn(exchange) ?? []));
  const owners = new TokenOwners();
  for (const exchange of all) owners.see(exchange);

  return (exchange) => {
    const { tokenDigest, operation, place } = exchange;
    // Such requests carry no credentials, so that anybody may have sent them.
    if (operation === undefined || operation.access === 'public') return undefined;
    if (files.get(place.file)!.lacksTokens) return `file ${place.file}`;
    if (tokenDigest === undefined && operation.access === 'bearer') return undefined;

    // With one client ID at most, a token that was issued outside the recording is that client's, too.
    return ids.size <= 1 ? 'client' : owners.clientOf(exchange);
  };
}

/** The client ID in a token request; undefined if there is none, or an exporter removed it. */
function clientIdIn({ operation, request }: SeenExchange): string | undefined {
  if (operation?.access !== 'client') return undefined;

  const basic = basicCredentials(readAuthorization(request.headers['authorization'] ?? ''));
  const id = basic?.id ?? membersOf(request.body)['client_id'];
  return isRealText(id) ? id : undefined;
}
