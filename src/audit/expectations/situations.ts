/** The situations of recorded calls, and what the client did next. */

import { countWhile } from '../../common/count-while.js';
import type { components } from '../../contract/control-schemas.js';
import { formatTime, pauseBetween } from '../../emulator/judge/exchanges.js';
import { groupBy } from '../../emulator/judge/series.js';
import type { Exchange } from '../../emulator/journal/exchange.js';
import { requestAsSent } from '../../emulator/judge/same-request.js';
import { faultClasses } from './fault-classes.js';
import { situationOf } from './situation.js';

/** Milliseconds after a call in which a client reacts to it. A later request may have another reason. */
const SOON = 60_000;

/** A situation of several calls of an operation. */
export type MetSituation = components['schemas']['MetSituation'];

/** A call, its situation, and what the client did next. */
interface CallInSituation {
  readonly exchange: Exchange;
  readonly situation: string;
  /** What the client did next, such as `sent again`. */
  readonly did: string;
  /** How long the client waited before it sent the request again, in milliseconds. */
  readonly pause?: number;
}

/** Whether the times of a recorded exchange show no pauses and durations. */
type LacksTimes = (exchange: Exchange) => boolean;

/** The situations of the exchanges, the most frequent first. @param lacksTimes default: every exchange has its times */
export function situationsIn(exchanges: readonly Exchange[], lacksTimes: LacksTimes = () => false): MetSituation[] {
  const inOrder = exchanges.toSorted((one, other) => one.received - other.received);
  const end = inOrder.at(-1)?.received ?? 0;
  const clients = groupBy(inOrder, ({ clientId = '' }) => clientId);
  const calls = clients.flatMap((ofClient) => situationsOf(ofClient, end, lacksTimes));
  const groups = groupBy(calls, ({ situation, exchange }) => `${situation} ${exchange.operation ?? ''}`);

  return groups.map(summaryOf).toSorted((one, other) => other.count - one.count);
}

/** The summary of calls of one operation in the same situation. */
function summaryOf(calls: readonly CallInSituation[]): MetSituation {
  const { situation, exchange } = calls[0]!;
  const { operation } = exchange;
  const making = faultClasses().filter(({ situations = [] }) => situations.includes(situation));

  return {
    situation,
    ...(operation !== undefined && { operation }),
    count: calls.length,
    classes: making.map(({ id }) => id),
    next: nextStepsIn(calls),
    exchanges: calls.map((call) => call.exchange.id),
  };
}

/** A situation with its count, the classes of faults that make it, and what the client did next. */
export function situationText(situation: MetSituation): string {
  const { count, classes, next, exchanges } = situation;
  const faults = classes.length === 0 ? '' : ` [${classes.join(', ')}]`;
  return `${count}x  ${nameOf(situation)}${faults}: ${next.join(', ')}; first exchange: #${exchanges[0]}`;
}

/** The situation and its operation: `429 with a date at getUsers`. */
export function nameOf({ situation, operation }: Pick<MetSituation, 'situation' | 'operation'>): string {
  return operation === undefined ? situation : `${situation} at ${operation}`;
}

/**
 * The calls of one client that were in a situation: the client had to cope with something.
 * @param ofClient the exchanges of the client, in order
 * @param end when the recording ended: the time of its last request
 */
function situationsOf(ofClient: readonly Exchange[], end: number, lacksTimes: LacksTimes): CallInSituation[] {
  const requests = new Map(ofClient.map((exchange) => [exchange, textOf(exchange)]));

  return ofClient.flatMap((exchange, index) => {
    const isWithoutTimes = lacksTimes(exchange);
    // Without times, the response counts as immediate, so that it is neither slow nor late.
    const timed = isWithoutTimes ? { ...exchange, duration: 0 } : exchange;
    const countSoon = countWhile(ofClient, ({ received }) => received <= exchange.received + SOON);
    const later = ofClient.slice(index + 1, countSoon);
    const isAfterResponse = (other: Exchange): boolean => pauseBetween(timed, other) >= 0;
    const next = later.find((other) => other.operation === exchange.operation && isAfterResponse(other));
    const situation = situationOf(timed, next);
    if (situation === undefined) return [];
    if (!later.some(isAfterResponse)) return [{ exchange, situation, did: silence(exchange, end) }];

    const again = later.find((other) => requests.get(other) === requests.get(exchange) && isAfterResponse(other));
    if (again === undefined) return [{ exchange, situation, did: 'sent something else' }];

    const pause = isWithoutTimes ? {} : { pause: pauseBetween(exchange, again) };
    return [{ exchange, situation, did: 'sent again', ...pause }];
  });
}

/** What is known of a client that sent nothing more. */
function silence({ received }: Exchange, end: number): string {
  return received + SOON > end ? 'not asked again before the recording ended' : 'not asked again within 60 s';
}

/** A text that is equal for equal requests. The text contains the body, if the recording has the body. */
function textOf(exchange: Exchange): string {
  const { method, path, query } = exchange;
  return requestAsSent(exchange) ?? JSON.stringify([method, path, query]);
}

/** What the client did next, the most frequent first: `3 sent again after 1 s to 2 s`. */
function nextStepsIn(calls: readonly CallInSituation[]): string[] {
  const steps = groupBy(calls, ({ did }) => did).toSorted((one, other) => other.length - one.length);

  return steps.map((same) => {
    const pauses = same.flatMap(({ pause }) => pause ?? []);
    // If all pauses read alike, the range is one time.
    const range = [...new Set([Math.min(...pauses), Math.max(...pauses)].map(formatTime))];
    const after = pauses.length === 0 ? '' : ` after ${range.join(' to ')}`;

    return `${same.length} ${same[0]!.did}${after}`;
  });
}
