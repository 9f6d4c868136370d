/** `Retry-After` in both of its forms (RFC 9110 section 10.2.3). */

import type { Answer } from './transport.js';

/** Dates alone: `Date.parse` would also take "-5" or "in 12". */
const HTTP_DATE = /^(mon|tues?|wed(nes)?|thu(rs)?|fri|sat(ur)?|sun)(day)?,? .*\d\d:\d\d:\d\d/i;

/** In seconds from the answer on; undefined where it is absent or makes no sense. */
export function readRetryAfter({ headers }: Pick<Answer, 'headers'>): number | undefined {
  const text = headers['retry-after']?.trim() ?? '';
  if (/^\d+$/.test(text)) return Number(text);
  const moment = HTTP_DATE.test(text) ? Date.parse(text) : NaN;
  if (Number.isNaN(moment)) return undefined;
  return Math.max(0, (moment - serverTime(headers)) / 1_000);
}

/** By the server's clock where it tells: ours may differ. */
function serverTime(headers: Answer['headers']): number {
  const date = Date.parse(headers['date'] ?? '');
  return Number.isNaN(date) ? Date.now() : date;
}
