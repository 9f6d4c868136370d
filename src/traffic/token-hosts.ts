/** Token requests to hosts that are not those of the service. */

import { counted } from '../common/reporting/phrases.js';
import type { RecordedExchange } from './recorded-exchange.js';

/** Counts the token requests to hosts that are not known as token endpoints, so that the user can add them. */
export class TokenHosts {
  /** How many token requests went to each host. Only the origin is kept, because a path may be private. */
  readonly #requests = new Map<string, number>();

  /** Sees an exchange with another host. */
  see({ method, url, requestBody }: RecordedExchange): void {
    const isOfToken = method === 'POST' && /(?:^|&)grant_type=client_credentials(?:&|$)/.test(String(requestBody));
    if (!isOfToken || !URL.canParse(url)) return;

    const { origin } = new URL(url);
    this.#requests.set(origin, (this.#requests.get(origin) ?? 0) + 1);
  }

  /** For each host, a sentence about the option with which its token requests would be read. */
  sentences(): string[] {
    return [...this.#requests].map(
      ([host, count]) => `${counted(count, 'token request')} to ${host}: add --token-url, with the whole address`,
    );
  }
}
