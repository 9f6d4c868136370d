/** How long a 429 asks to wait (RFC 9110 section 10.2.3). */

/** Where the answer does not say. */
const UNTOLD = 1_000;

/** In milliseconds. A date counts from the answer's own `Date`: the two machines need not agree on the time. */
export function readRetryAfter(headers: Readonly<Record<string, string>>): number {
  const value = headers['retry-after']?.trim() ?? '';
  if (/^\d+(\.\d+)?$/.test(value)) return Number(value) * 1_000;
  const until = Date.parse(value) - Date.parse(headers['date'] ?? '');
  return Number.isNaN(until) ? UNTOLD : Math.max(0, until);
}
