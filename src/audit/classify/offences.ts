/** The rules of the judge that a client breaks because of a fault. */

import { offencesOfExperiment, type ShownOffence } from '../../emulator/judge/judge.js';
import type { Exchange } from '../../emulator/journal/exchange.js';
import { urlOf } from '../plan/calls.js';
import { countsOf } from './compare-calls.js';
import { type Facts, type Found, UNDECIDED } from './facts.js';

/** A rule that is broken because of the fault, and not without it. In company, the fault has to be tried alone. */
export function offenceIn(facts: Facts, isSure: boolean): Found | undefined | typeof UNDECIDED {
  const { met, allMet, entry, hasFailed } = facts;
  const usual = usualRequests(facts);
  const requests = met.filter((exchange) => urlOf(exchange) === urlOf(met[0]!)).length;
  if (requests > (entry.fault.mostRequests ?? Infinity) * usual)
    return isSure
      ? misbehaved(`The client sent the request ${requests} times although each of them was refused.`)
      : UNDECIDED;
  const shown = newOffences(facts);
  const involves = (all: readonly Exchange[]) => (each: (typeof shown)[number]) =>
    each.offence.exchanges.some((exchange) => all.includes(exchange));
  const own = shown.filter(involves(met));
  // After a part of the program has failed, others go on: only repetitions of the request are a reaction to the fault.
  const [first] = hasFailed
    ? own.filter(({ offence }) => offence.exchanges.length > usual && areRepetitions([met[0]!, ...offence.exchanges]))
    : [...own, ...shown.filter((each) => !involves(allMet)(each))];
  if (first === undefined) return undefined;
  const { rule, offence } = first;
  return isSure ? { ...misbehaved(`${rule.title} ${offence.what} (rule ${rule.id})`), rule: rule.id } : UNDECIDED;
}

function misbehaved(what: string): Found {
  return { reaction: 'misbehaved', what };
}

function areRepetitions([first, ...others]: readonly [Exchange, ...Exchange[]]): boolean {
  return others.every((each) => each.method === first.method && urlOf(each) === urlOf(first));
}

/** How often the client sends the request without faults: each time may be another test, which meets the fault as well. */
function usualRequests({ baseline, identity }: Facts): number {
  return Math.max(1, countsOf(baseline.calls).get(identity) ?? 0);
}

/** The rules that are broken with the faults only. */
function newOffences(facts: Facts): ShownOffence[] {
  return offencesOfExperiment(facts.exchanges).filter(
    ({ rule, offence }) => !facts.baseline.suspected.has(rule.id) && !isOfAnotherTest(offence.exchanges, facts),
  );
}

/**
 * Where tests run in parallel, another one calls the operation while the first one waits: it does not know of the fault. One
 * that has the same access token has the same client.
 */
function isOfAnotherTest(involved: readonly Exchange[], { baseline, met, entry: { call } }: Facts): boolean {
  const urls = new Set(met.map(urlOf));
  const tokens = new Set(met.map(({ accessToken }) => accessToken?.id));
  return (
    baseline.reordered.has(call.operation) &&
    involved.some(
      (exchange) =>
        exchange.operation === call.operation &&
        !urls.has(urlOf(exchange)) &&
        (exchange.accessToken === undefined || !tokens.has(exchange.accessToken.id)),
    )
  );
}

/** Whether a rule is broken at the exchanges that met the fault. */
export function hasOffended(facts: Facts): boolean {
  return newOffences(facts).some(({ offence }) => offence.exchanges.some((exchange) => facts.met.includes(exchange)));
}
