/** The exchanges around the fault of a finding, and how a repeated request differs from its first sending. */

import { targetOf } from '../../common/reporting/request-target.js';
import { readAuthorization } from '../../contract/authorization.js';
import { exchangeLine } from '../../emulator/journal/exchange-line.js';
import { type Exchange, headerOf } from '../../emulator/journal/exchange.js';
import { formatTime, pauseBetween } from '../../emulator/judge/exchanges.js';
import type { Facts } from '../classify/facts.js';

/** The number of exchanges that are shown before the fault, and after the fault. */
const SHOWN_AROUND = 6;

/** A line for each exchange. */
export function shownExchanges({ exchanges, met }: Pick<Facts, 'exchanges' | 'met'>): string[] {
  const firstMet = exchanges.indexOf(met[0]!);
  const start = Math.max(0, firstMet - SHOWN_AROUND);
  const end = exchanges.indexOf(met.at(-1)!) + SHOWN_AROUND + 1;
  const lines = exchanges.slice(start, end).map((exchange, offset) => {
    // The exchanges from the fault to this one. Requests before the fault are no repetitions because of the fault.
    const sinceFault = exchanges.slice(firstMet, Math.max(firstMet, start + offset));
    // The last sending of the same method and address, whatever else differs.
    const before = sinceFault.findLast((other) => {
      return other.method === exchange.method && targetOf(other) === targetOf(exchange);
    });
    const remarks = before === undefined ? [] : differences(before, exchange);

    return [exchangeLine(exchange), ...remarks].join('  ');
  });
  if (start > 0) lines.unshift(`... ${start} before`);
  if (end < exchanges.length) lines.push(`... ${exchanges.length - end} more`);

  return lines;
}

/** How a request differs from its last sending: `+3 ms`, `without Authorization`, `Range: bytes=1909-`. */
function differences(before: Exchange, exchange: Exchange): string[] {
  const pause = Math.max(0, pauseBetween(before, exchange));
  const credentialsBefore = credentialsIn(before);
  const credentials = credentialsIn(exchange);
  const range = headerOf(exchange.request.headers, 'Range');
  const change = credentials && `${credentials}, was ${credentialsBefore ?? 'without'}`;

  return [
    `+${formatTime(pause)}`,
    ...(credentials === credentialsBefore ? [] : [change ?? 'without Authorization']),
    ...(range === undefined ? [] : [`Range: ${range}`]),
  ];
}

/** How the client authenticates, in words; undefined if the request has no credentials. */
function credentialsIn({ request: { headers, body } }: Exchange): string | undefined {
  const value = headerOf(headers, 'Authorization');
  if (value !== undefined) return SCHEMES[readAuthorization(value).kind];

  const form = body !== undefined && 'text' in body ? body.text : '';

  return form.includes('client_secret=') ? 'secret in the body' : undefined;
}

const SCHEMES = { basic: 'Basic', bearer: 'Bearer', other: 'another scheme' } as const;
