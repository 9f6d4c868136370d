/** Proofs that something is missing or wrong although the command has passed: what it called, wrote, read and printed. */

import type { Exchange } from '../../emulator/journal/exchange.js';
import { unreadItems } from '../expectations/list-walk.js';
import { type Call, callsOf } from '../plan/calls.js';
import { surplus } from './compare-calls.js';
import { type Facts, isFailure } from './facts.js';
import { missingLine } from './output-lines.js';

/** The first proof, as a sentence; undefined if there is none. Other data may lead to other calls and lines, which prove nothing. */
export function proofIn(facts: Facts): string | undefined {
  const { entry, met, exchanges, run, usualOutputs, isOnlyOne } = facts;
  const twice = entry.fault.didTwice?.(
    met[0]!,
    exchanges.filter(({ id }) => id > met[0]!.id),
  );
  if (twice !== undefined) return twice;
  if (entry.fault.changesData) return entry.fault.alone === true ? unread(facts) : undefined;
  const line = isOnlyOne ? missingLine(run.output, usualOutputs) : undefined;
  return (
    unread(facts) ??
    writtenTwice(facts) ??
    missingCall(facts) ??
    (line === undefined
      ? undefined
      : `The command did not print ${JSON.stringify(line)}, as it does without the fault.`)
  );
}

function unread({ entry, baseline, exchanges, disturbed }: Facts): string | undefined {
  return unreadItems(
    entry.call,
    baseline.exchanges,
    exchanges.filter((exchange) => !disturbed.has(exchange)),
  );
}

/** A write whose effect is missing in the end. */
export function missingWrite({ entry: { call, fault, kind }, met }: Facts): string | undefined {
  if (fault.lostItems !== undefined) return 'Items of the batch failed, and were neither requested again nor reported.';
  // A fault that ends the connection comes after the effect.
  const isUndone = (kind === 'link' || kind === 'request') && met.every(({ status }) => status >= 400);
  return isUndone ? `What ${lineOf(call)} was to write was not written, and no test failed.` : undefined;
}

function writtenTwice({ baseline, exchanges }: Facts): string | undefined {
  const calls = callsOf({ key: baseline.key, exchanges }).filter(({ exchange }) => isWrite(exchange));
  const [first] = surplus(calls, baseline.calls).filter(({ operation }) => !baseline.unstable.has(operation));
  return first && `The client wrote once more than without the fault: ${lineOf(first)}.`;
}

/** A call that both runs without faults had after the call of the fault, and that is missing. */
function missingCall({ entry, baseline, exchanges, identity }: Facts): string | undefined {
  const now = new Set(callsOf({ key: baseline.key, exchanges }).map((call) => call.identity));
  const missing = baseline.calls.find(
    (call) =>
      call.exchange.id > entry.call.exchange.id &&
      call.identity !== identity &&
      call.exchange.issuedToken === undefined &&
      !baseline.unstable.has(call.operation) &&
      !now.has(call.identity),
  );
  return missing && `The client did not send ${lineOf(missing)}, which it does without the fault.`;
}

function isWrite(exchange: Exchange): boolean {
  const { method, issuedToken, operation } = exchange;
  return method !== 'GET' && issuedToken === undefined && operation !== undefined && !isFailure(exchange);
}

function lineOf({ exchange: { method, path, query } }: Call): string {
  return `${method} ${path}${query === '' ? '' : `?${query}`}`;
}
