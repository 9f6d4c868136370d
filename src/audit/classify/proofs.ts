/** Proofs that something is wrong although the command has passed: calls, writes, reads, output. */

import { targetOf } from '../../common/reporting/request-target.js';
import type { Exchange } from '../../emulator/journal/exchange.js';
import { requestInAnyRun } from '../../emulator/judge/same-request.js';
import { unreadItems } from '../expectations/list-walk.js';
import { type Call, callsOf } from '../run/calls.js';
import { type Facts, isLost } from './facts.js';
import { differenceOf, missingLine } from '../run/output-lines.js';

/**
 * The first proof, as a sentence. If the fault changes data, calls and lines prove nothing. Nor does a missing call in
 * a test that has passed: its client may have returned the failure.
 */
export function proofIn(facts: Facts): string | undefined {
  const { entry, met, exchanges, run, baseline, isOnlyOne } = facts;
  const isMissing = isLost(facts);
  const unwritten = isMissing ? missingWrite(facts) : undefined;
  if (unwritten !== undefined) return unwritten;
  const later = exchanges.filter(({ id }) => id > met[0]!.id);
  const twice = entry.fault.didTwice?.(met[0]!, later);
  if (twice !== undefined) return twice;
  if (entry.fault.changesData) return entry.fault.alone === true ? unread(facts) : undefined;
  const { comparedOutput: usualOutput } = baseline;
  const difference =
    usualOutput === run.comparedOutput || run.comparedOutput === undefined
      ? undefined
      : `The outcome differs from the one without the fault: ${differenceOf(usualOutput, run.comparedOutput)}.`;
  if (entry.fault.meanwhile === 'killed') return difference ?? writtenTwice(facts);
  // A command that fails, as another test may make it do, prints other lines.
  const line = isOnlyOne && run.exitCode === 0 ? missingLine(run.output, baseline.outputs) : undefined;
  const unprinted = line && `The command did not print ${JSON.stringify(line)}, as it does without the fault.`;
  const isReturned = (facts.test ?? facts.testCase)?.passed === true && isMissing;
  const missing = isReturned ? undefined : missingCall(facts);
  return difference ?? unread(facts) ?? writtenTwice(facts) ?? missing ?? unprinted;
}

/** Items of a list that the client reads without the fault, and has not read now, as a sentence. */
function unread({ entry, usual, exchanges, disturbed }: Facts): string | undefined {
  const undisturbed = exchanges.filter((exchange) => !disturbed.has(exchange));
  return unreadItems(entry.call, usual.exchanges, undisturbed);
}

/** A write whose effect is missing in the end, as a sentence; of a batch, the items that failed. */
function missingWrite({ entry: { call, fault }, identity, exchanges, usual }: Facts): string | undefined {
  if (fault.lostItems !== undefined) return 'Items of the batch failed, and were neither requested again nor reported.';
  const count = (all: readonly Exchange[]): number => effectCounts(all).get(identity) ?? 0;
  return count(exchanges) < count(usual.exchanges)
    ? `What ${lineOf(call)} was to write was not written, and no test failed.`
    : undefined;
}

/** Whether a write whose response was lost was carried out, and the client has read more than usual: it made sure. */
export function hasVerified({ entry: { kind }, identity, exchanges, usual }: Facts): boolean {
  if (kind !== 'link' && kind !== 'request') return false;
  const written = (all: readonly Exchange[]): number => effectCounts(all).get(identity) ?? 0;
  const read = (all: readonly Exchange[]): number =>
    all.filter(({ method, operation, status }) => method === 'GET' && operation !== undefined && status < 400).length;
  return written(exchanges) >= written(usual.exchanges) && read(exchanges) > read(usual.exchanges);
}

/** A write that is done more often than without faults, and not by the faults themselves. */
export function writtenTwice({ usual, exchanges, disturbed }: Facts): string | undefined {
  const before = effectCounts(usual.exchanges);
  const now = effectCounts(exchanges);
  // What faults may add: all effects of a call with a fault, of another those beyond the first.
  const byFaults = effectCounts(exchanges, (exchange) => effectsOf(exchange) - Number(!disturbed.has(exchange)));
  const first = callsOf({ key: usual.key, exchanges }).find(
    ({ identity, operation }) =>
      (!usual.unstable.has(operation) || usual.reordered.has(operation)) &&
      (now.get(identity) ?? 0) > (before.get(identity) ?? 0) + (byFaults.get(identity) ?? 0),
  );
  return first && `The client wrote once more than without the fault: ${lineOf(first)}.`;
}

/** How often each write was carried out. Links leave no event in the world, so exchanges tell. */
function effectCounts(exchanges: readonly Exchange[], count = effectsOf): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const exchange of exchanges) {
    const effects = effectsOf(exchange) === 0 ? 0 : count(exchange);
    if (effects > 0) counts.set(requestInAnyRun(exchange), (counts.get(requestInAnyRun(exchange)) ?? 0) + effects);
  }
  return counts;
}

/** How often an exchange carried out a write. */
function effectsOf({ method, operation, issuedToken, status, scenarios }: Exchange): number {
  if (method === 'GET' || operation === undefined || issuedToken !== undefined) return 0;
  const effects = scenarios.map(({ parameters }) => parameters['effect']);
  // The journal has the status of a response that was kept back, too.
  if (effects.includes('none') || (status >= 400 && !(effects.includes('kept') && status >= 500))) return 0;
  return scenarios.some(({ scenario }) => scenario === 'delivered-twice') ? 2 : 1;
}

/** A call that both runs without faults had after that of the fault, and that is missing, though its test passes. */
function missingCall({ entry, usual, exchanges, identity, run }: Facts): string | undefined {
  const now = new Set(callsOf({ key: usual.key, exchanges }).map((call) => call.identity));
  const failed = new Set(run.cases.flatMap(({ name, passed }) => (passed ? [] : name)));
  const missing = usual.calls.find(
    (call) =>
      call.exchange.id > entry.call.exchange.id &&
      call.identity !== identity &&
      call.exchange.issuedToken === undefined &&
      !usual.unstable.has(call.operation) &&
      !failed.has(call.test ?? '') &&
      !now.has(call.identity),
  );
  return missing && `The client did not send ${lineOf(missing)}, which it does without the fault.`;
}

function lineOf({ exchange }: Call): string {
  return `${exchange.method} ${targetOf(exchange)}`;
}
