/** Token requests to hosts that are not those of the service. */

import { counted } from '../common/reporting/phrases.js';
import type { RecordedExchange } from './recorded-exchange.js';

export class TokenHosts {
  /** How many token requests went to each host. A path may show what is private. */
  readonly #requests = new Map<string, number>();

  /** Sees an exchange with another host. */
  see({ method, url, requestBody }: RecordedExchange): void {
    const isOfToken = method === 'POST' && /(?:^|&)grant_type=client_credentials(?:&|$)/.test(String(requestBody));
    if (!isOfToken || !URL.canParse(url)) return;

    const { origin } = new URL(url);
    this.#requests.set(origin, (this.#requests.get(origin) ?? 0) + 1);
  }

  /** What would let them be read: one sentence for each host. */
  sentences(): string[] {
    return [...this.#requests].map(
      ([host, count]) => `${counted(count, 'token request')} to ${host}: add --token-url, with the whole address`,
    );
  }
}
