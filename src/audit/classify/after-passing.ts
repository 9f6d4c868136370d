/** The reaction to a fault that no test noticed: read from the calls that followed it. */

import type { Exchange } from '../../emulator/journal/exchange.js';
import { type Call, callsOf } from '../plan/calls.js';
import { unreadItems } from '../expectations/list-walk.js';
import { countsOf, surplus } from './compare-calls.js';
import { type Facts, type Found, UNDECIDED } from './facts.js';

export function afterPassing(facts: Facts, isSure: boolean): Found | typeof UNDECIDED {
  const { entry, baseline, exchanges, met, disturbed } = facts;
  const { fault, call } = entry;
  const calls = callsOf({ key: baseline.key, exchanges, tests: [] });
  const answered = calls.filter(({ exchange }) => !disturbed.has(exchange));
  const after = answered.filter(({ exchange }) => exchange.id > met[0]!.id);
  const others = surplus(answered, baseline.calls).filter((other) => after.includes(other));
  if (fault.takesAway) {
    const again = wasAskedAgain(facts);
    const sameOperation = others.filter(({ operation }) => operation === call.operation);
    if (fault.changesData) {
      if (sameOperation.length === 0 && !others.some(({ exchange }) => exchange.method !== 'GET'))
        return swallowed(facts);
      const twice = fault.didTwice?.(
        met[0]!,
        exchanges.filter(({ id }) => id > met[0]!.id),
      );
      if (twice !== undefined) return { reaction: 'wrong result', what: twice };
    } else if (!again) {
      const different = others.filter(({ exchange }) => exchange.issuedToken === undefined);
      if (different.length === 0) return swallowed(facts);
      if (!isSure) return UNDECIDED;
      if (sameOperation.length > 0)
        return {
          reaction: 'wrong result',
          what: `The client did not ask again, but went on with ${lineOf(sameOperation[0]!)}.`,
        };
    }
  }
  if (fault.alone === true || isSure) {
    const unread = unreadItems(call, baseline.exchanges, exchanges);
    if (unread !== undefined) return { reaction: 'wrong result', what: unread };
  }
  if (!fault.changesData && baseline.unstable.size === 0) {
    const difference = differenceIn(facts, calls);
    if (difference !== undefined) return isSure ? { reaction: 'wrong result', what: difference } : UNDECIDED;
  }
  return {
    reaction: 'recovered',
    what: fault.takesAway ? 'The client asked again, and the command passed.' : 'The command passed.',
  };
}

/** Whether the client got a response without a fault to the same request, as often as it asks without faults. */
function wasAskedAgain({ identity, baseline, exchanges, disturbed }: Facts): boolean {
  const answered = callsOf({ key: baseline.key, exchanges, tests: [] }).filter(
    ({ exchange }) => !disturbed.has(exchange),
  );
  return (countsOf(answered).get(identity) ?? 0) >= (countsOf(baseline.calls).get(identity) ?? 0);
}

function swallowed({ entry: { fault } }: Facts): Found {
  return {
    reaction: 'swallowed',
    what: fault.changesData
      ? 'The client did not ask again for what had failed, and no test failed.'
      : 'The client did not ask again, and no test failed: either nobody needs the response, or its loss goes unseen.',
  };
}

/** Other calls than without the fault, as a sentence. Reading the same again is no difference, nor is another token. */
function differenceIn({ baseline, allMet }: Facts, calls: readonly Call[]): string | undefined {
  const known = new Set(baseline.calls.map(({ identity }) => identity));
  const now = new Set(calls.map(({ identity }) => identity));
  const since = allMet[0]?.id ?? 0;
  const added = calls.find(({ exchange, identity }) => exchange.id > since && !known.has(identity));
  const missing = baseline.calls.find(({ identity }) => !now.has(identity));
  if (added !== undefined) return `Then the client sent ${lineOf(added)}, which it does not without the fault.`;
  if (missing !== undefined) return `Then the client did not send ${lineOf(missing)}, which it does without the fault.`;
  const written = surplus(
    calls.filter(({ exchange }) => isWrite(exchange)),
    baseline.calls,
  )[0];
  return written && `The client wrote twice: ${lineOf(written)}.`;
}

function isWrite({ method, issuedToken, status, operation, response }: Exchange): boolean {
  return (
    method !== 'GET' &&
    issuedToken === undefined &&
    operation !== undefined &&
    status < 300 &&
    response.ending === undefined
  );
}

function lineOf({ exchange: { method, path, query } }: Call): string {
  return `${method} ${path}${query === '' ? '' : `?${query}`}`;
}
