/** Which of several faults has broken a run, in which no test tells. */

import { callsOf } from '../plan/calls.js';
import type { PlanEntry } from '../plan/plan.js';
import { errorLines } from './error-text.js';
import type { Facts } from './facts.js';
import { offenceIn } from './offences.js';

/** Which of its faults has broken a run. */
export interface Blame {
  /** The fault that the error names, or that the client did not recover from, or else the last one. */
  readonly culprit: Facts | undefined;
  /** Whether it can have been no other one. */
  readonly isClear: boolean;
  /** Whether the error cannot be about another fault of the run. */
  readonly isOnlyOne: boolean;
  /** Those to try by themselves. All, if none was met. */
  readonly suspects: readonly PlanEntry[];
  /** Those that the client had recovered from before. */
  readonly before: readonly Facts[];
}

export function blame(entries: readonly Facts[]): Blame {
  const faults = entries.filter(({ entry: { fault } }) => fault.variant === undefined);
  // Variants that ride along are tried by themselves afterwards.
  const all = faults.length === 0 ? entries : faults;
  const met = all.filter((each) => each.met.length > 0).toSorted((one, other) => lastOf(one) - lastOf(other));
  const lost = met.filter((each) => isTakenAway(each) && !wasAnsweredLater(each));
  const named = met.filter(isNamed);
  // Of several at one call, the client gave up at the last one.
  const culprit =
    [lost.filter((each) => named.includes(each)), named, lost]
      .map((some) => some.findLast((each) => isSamePlace(each, some[0]!)))
      .find((each) => each !== undefined) ??
    // Other data is more likely to fail a test than a failure that the client got over.
    met.find(({ entry }) => entry.fault.changesData) ??
    met.at(-1);
  if (culprit === undefined)
    return { culprit, isClear: false, isOnlyOne: false, suspects: all.map(({ entry }) => entry), before: [] };
  const others = met.filter((each) => each !== culprit);
  return {
    culprit,
    // Two faults at one call may have used up its retries together, and other data may fail a test later.
    isClear:
      lost.length === 1 &&
      lost[0] === culprit &&
      !hasCompany(culprit, met) &&
      !others.some((each) => each.entry.fault.changesData),
    isOnlyOne: !others.some(({ entry: { fault } }) => fault.cause.source === culprit.entry.fault.cause.source),
    suspects: [culprit.entry],
    before: others.filter(
      (each) =>
        (each.entry.fault.takesAway || isReceived(each)) &&
        !each.entry.fault.changesData &&
        !lost.includes(each) &&
        // At the same call, the client has asked again, but what it does with the response has not been seen.
        !areAtOneCall(each, culprit) &&
        lastOf(each) < culprit.met[0]!.id &&
        offenceIn(each, false) === undefined,
    ),
  };
}

/** Whether the client did not get what it has asked for. */
function isTakenAway({ entry: { fault } }: Facts): boolean {
  return fault.takesAway || fault.lasts === true;
}

/** Whether the client has waited for the response. */
function isReceived({ met }: Facts): boolean {
  return met.every(({ response }) => response.ending === undefined);
}

/** Whether the error of the run names the cause. */
function isNamed({ entry, test, run, usualOutput }: Facts): boolean {
  return entry.fault.cause.test(test?.message ?? errorLines(run.output, usualOutput));
}

/** Whether the client got a response without a fault to the same request after the fault. */
function wasAnsweredLater(facts: Facts): boolean {
  const { baseline, exchanges, disturbed } = facts;
  const later = exchanges.filter((exchange) => exchange.id > lastOf(facts) && !disturbed.has(exchange));
  return callsOf({ key: baseline.key, exchanges: later, tests: [] }).some(
    ({ identity }) => identity === facts.identity,
  );
}

/** Whether another fault met the same call on its retries, or one that cannot be told from it. */
export function hasCompany(about: Facts, all: readonly Facts[]): boolean {
  return all.some((each) => each !== about && each.met.length > 0 && areAtOneCall(each, about));
}

function areAtOneCall(one: Facts, other: Facts): boolean {
  return isSamePlace(one, other) || one.identity === other.identity;
}

function lastOf({ met }: Facts): number {
  return met.at(-1)!.id;
}

function isSamePlace({ entry: { call: one } }: Facts, { entry: { call: other } }: Facts): boolean {
  return one.operation === other.operation && one.call === other.call;
}
