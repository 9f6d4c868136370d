/** How long an answer asks the client to wait. */

import { headerOf, type Exchange } from '../journal/exchange.js';

const HTTP_DATE = /^(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun), \d{2} [A-Z][a-z]{2} \d{4} \d{2}:\d{2}:\d{2} GMT$/;

/**
 * Milliseconds that `Retry-After` says, as seconds or as a date (RFC 9110 section 10.2.3); undefined where there is
 * none, or only text that is neither. A date is held against the sandbox's clock, which is also what `Date` says.
 */
export function retryAfterOf({ at, response }: Exchange): number | undefined {
  const text = headerOf(response.headers, 'Retry-After')?.trim();
  if (text === undefined) return undefined;
  if (/^\d+$/.test(text)) return Number(text) * 1_000;
  return HTTP_DATE.test(text) ? Math.max(0, Date.parse(text) - Date.parse(at)) : undefined;
}
