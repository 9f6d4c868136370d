/** The situations of recorded calls, and what the client did next. */

import { countWhile } from '../../common/count-while.js';
import type { components } from '../../contract/control-schemas.js';
import { formatTime, pauseBetween } from '../../emulator/judge/exchanges.js';
import { groupBy } from '../../emulator/judge/series.js';
import type { Exchange } from '../../emulator/journal/exchange.js';
import { requestAsSent } from '../../emulator/judge/same-request.js';
import { faultClasses } from './fault-classes.js';
import { situationOf } from './situation.js';

/** What a client does later may have another reason, in milliseconds. */
const SOON = 60_000;

/** A situation of several calls of an operation. */
export type MetSituation = components['schemas']['MetSituation'];

/** A call, its situation, and what the client did next. */
interface Met {
  readonly exchange: Exchange;
  readonly situation: string;
  readonly did: string;
  /** How long the client waited before it sent the request again, in milliseconds. */
  readonly pause?: number;
}

/**
 * The situations of the exchanges, the most frequent first.
 * @param lacksTimes whether the times of an exchange show no pauses and durations. Default: they do
 */
export function situationsIn(
  exchanges: readonly Exchange[],
  lacksTimes: (exchange: Exchange) => boolean = () => false,
): MetSituation[] {
  const inOrder = exchanges.toSorted((one, other) => one.received - other.received);
  const end = inOrder.at(-1)?.received ?? 0;
  const clients = groupBy(inOrder, ({ clientId = '' }) => clientId);
  const met = clients.flatMap((own) => metBy(own, end, lacksTimes));
  const groups = groupBy(met, ({ situation, exchange }) => `${situation} ${exchange.operation ?? ''}`);

  return groups
    .map((group): MetSituation => {
      const { situation, exchange } = group[0]!;
      const { operation } = exchange;
      return {
        situation,
        ...(operation !== undefined && { operation }),
        count: group.length,
        classes: faultClasses().flatMap(({ id, situations = [] }) => (situations.includes(situation) ? [id] : [])),
        next: reactionsIn(group),
        exchanges: group.map((one) => one.exchange.id),
      };
    })
    .toSorted((one, other) => other.count - one.count);
}

/** A situation with its count, the classes of faults that make it, and what the client did next. */
export function situationText(met: MetSituation): string {
  const { count, classes, next, exchanges } = met;
  const faults = classes.length === 0 ? '' : ` [${classes.join(', ')}]`;
  return `${count}x  ${nameOf(met)}${faults}: ${next.join(', ')}; first exchange: #${exchanges[0]}`;
}

/** The situation and its operation: `429 with a date at getUsers`. */
export function nameOf({ situation, operation }: Pick<MetSituation, 'situation' | 'operation'>): string {
  return operation === undefined ? situation : `${situation} at ${operation}`;
}

/**
 * The situations of one client.
 * @param own its exchanges, in order
 * @param end when the recording ended, as far as it shows
 */
function metBy(own: readonly Exchange[], end: number, lacksTimes: (exchange: Exchange) => boolean): Met[] {
  const requests = new Map(own.map((exchange) => [exchange, requestOf(exchange)]));

  return own.flatMap((exchange, at) => {
    const hasTimes = !lacksTimes(exchange);
    const known = hasTimes ? exchange : { ...exchange, duration: 0 };
    const soon = countWhile(own, ({ received }) => received <= exchange.received + SOON);
    const later = own.slice(at + 1, soon);
    const isAfter = (one: Exchange): boolean => pauseBetween(known, one) >= 0;
    const next = later.find((one) => one.operation === exchange.operation && isAfter(one));
    const situation = situationOf(known, next);
    if (situation === undefined) return [];

    const again = later.find((one) => requests.get(one) === requests.get(exchange) && isAfter(one));
    const isLast = !later.some(isAfter);
    if (again === undefined)
      return [{ exchange, situation, did: isLast ? silence(exchange, end) : 'sent something else' }];

    const pause = hasTimes ? { pause: pauseBetween(exchange, again) } : {};
    return [{ exchange, situation, did: 'sent again', ...pause }];
  });
}

/** What is known of a client that sent nothing more. */
function silence({ received }: Exchange, end: number): string {
  return received + SOON > end ? 'not asked again before the recording ended' : 'not asked again within 60 s';
}

/** The request, if its body is known with the body. */
function requestOf(exchange: Exchange): string {
  const { method, path, query } = exchange;
  return requestAsSent(exchange) ?? JSON.stringify([method, path, query]);
}

function reactionsIn(group: readonly Met[]): string[] {
  const alike = groupBy(group, ({ did }) => did).toSorted((one, other) => other.length - one.length);

  return alike.map((same) => {
    const pauses = same.flatMap(({ pause }) => pause ?? []);
    const times = [...new Set([Math.min(...pauses), Math.max(...pauses)].map(formatTime))];
    const after = pauses.length === 0 ? '' : ` after ${times.join(' to ')}`;

    return `${same.length} ${same[0]!.did}${after}`;
  });
}
