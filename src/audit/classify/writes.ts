/** Writes that a client made, made twice or did not make, and calls that it did not send. */

import { targetOf } from '../../common/reporting/request-target.js';
import type { Exchange } from '../../emulator/journal/exchange.js';
import { requestInAnyRun } from '../../emulator/judge/same-request.js';
import { type Call, callsOf } from '../run/calls.js';
import type { Facts } from './facts.js';

/** The write that was never carried out, or the lost items of a batch, as a part of a sentence. */
export function missingWrite(facts: Facts): string | undefined {
  const { call, fault } = facts.entry;
  if (fault.lostItems !== undefined) return 'items of the batch that failed were not requested again';
  return furtherWrites(facts) < 0 ? `what ${lineOf(call)} writes was not written` : undefined;
}

/** How much more often than in the baseline the write was carried out. The number is negative if it was less often. */
function furtherWrites({ identity, exchanges, usual }: Facts): number {
  const writesIn = (all: readonly Exchange[]): number => effectCounts(all).get(identity) ?? 0;
  return writesIn(exchanges) - writesIn(usual.exchanges);
}

/**
 * Whether the client made sure that a write was carried out although its response was lost: it read more than usual.
 */
export function hasVerified(facts: Facts): boolean {
  const { entry, exchanges, usual } = facts;
  if (entry.kind !== 'link' && entry.kind !== 'request') return false;

  const isRead = ({ method, operation, status }: Exchange): boolean =>
    method === 'GET' && operation !== undefined && status < 400;
  const hasReadMore = exchanges.filter(isRead).length > usual.exchanges.filter(isRead).length;

  return hasReadMore && furtherWrites(facts) >= 0;
}

/** A link that the client made a second time after a lost response, as a sentence. A second link does no harm. */
export function madeTwice(facts: Facts): string | undefined {
  const { kind, call, fault } = facts.entry;
  if (kind !== 'link' || fault.meanwhile === 'killed' || furtherWrites(facts) <= 0) return undefined;
  if (fault.id === 'delivered-twice') return undefined;

  return `${lineOf(call)} was sent twice, and there are two links. No test failed.`;
}

/** A write that the client made more often than in the baseline, as a sentence. */
export function writtenTwice(facts: Facts): string | undefined {
  const write = extraWrite(facts);
  return write && `The client wrote once more than without the fault: ${lineOf(write)}.`;
}

/** The first write that the client made more often than in the baseline. Writes that faults add do not count. */
export function extraWrite({ usual, exchanges, disturbed }: Facts): Call | undefined {
  const before = effectCounts(usual.exchanges);
  const now = effectCounts(exchanges);
  // The effects that faults may add: all effects of a disturbed exchange, and of any other exchange all but one.
  const effectsOfFaults = (exchange: Exchange): number =>
    disturbed.has(exchange) ? effectsOf(exchange) : effectsOf(exchange) - 1;
  const byFaults = effectCounts(exchanges, effectsOfFaults);
  const isComparable = (operation: string): boolean => !usual.unstable.has(operation) || usual.reordered.has(operation);

  return callsOf({ key: usual.key, exchanges }).find(({ identity, operation }) => {
    const explained = (before.get(identity) ?? 0) + (byFaults.get(identity) ?? 0);
    if (!isComparable(operation) || (now.get(identity) ?? 0) <= explained) return false;

    // Work in parallel may send another body, and not one more.
    return writesOf(operation, exchanges) > writesOf(operation, usual.exchanges);
  });
}

/** How many requests have carried out writes of an operation. */
function writesOf(operation: string, exchanges: readonly Exchange[]): number {
  return exchanges.filter((one) => one.operation === operation && effectsOf(one) > 0).length;
}

/** How often each write was carried out. Links leave no trace in the world, so exchanges are counted. */
function effectCounts(exchanges: readonly Exchange[], count = effectsOf): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const exchange of exchanges) {
    const effects = effectsOf(exchange) === 0 ? 0 : count(exchange);
    if (effects <= 0) continue;

    const request = requestInAnyRun(exchange);
    counts.set(request, (counts.get(request) ?? 0) + effects);
  }

  return counts;
}

/** How often an exchange carried out a write. */
function effectsOf({ method, operation, issuedToken, status, scenarios }: Exchange): number {
  if (method === 'GET' || operation === undefined || issuedToken !== undefined) return 0;

  const effects = scenarios.map(({ parameters }) => parameters['effect']);
  // The journal also has the status of a response that the client never got.
  const isKept = status < 400 || (status >= 500 && effects.includes('kept'));
  if (!isKept || effects.includes('none')) return 0;

  return scenarios.some(({ scenario }) => scenario === 'delivered-twice') ? 2 : 1;
}

/** A call of the baseline, after the call of the fault, that this run lacks although the test of the call passed. */
export function callNotSent({ entry, usual, exchanges, identity, run }: Facts): Call | undefined {
  const sent = new Set(callsOf({ key: usual.key, exchanges }).map((call) => call.identity));
  const failedTests = new Set(run.cases.flatMap(({ name, passed }) => (passed ? [] : name)));
  const later = usual.calls.filter(({ exchange }) => exchange.id > entry.call.exchange.id);
  const isExpected = ({ test = '', operation, exchange }: Call): boolean =>
    exchange.issuedToken === undefined && !usual.unstable.has(operation) && !failedTests.has(test);
  // Work in parallel may have written the same in another order.
  const isWritten = ({ operation, exchange }: Call): boolean =>
    effectsOf(exchange) > 0 && writesOf(operation, exchanges) >= writesOf(operation, usual.exchanges);
  const isMissing = (call: Call): boolean =>
    call.identity !== identity && !sent.has(call.identity) && isExpected(call) && !isWritten(call);

  return later.find(isMissing);
}

/** The request of a call: `POST /api/v1/credentials/verification-links`. */
export function lineOf({ exchange }: Call): string {
  return `${exchange.method} ${targetOf(exchange)}`;
}
