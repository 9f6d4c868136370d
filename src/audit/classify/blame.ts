/** Which of several faults has broken a run, in which no test tells. */

import { callsOf } from '../calls.js';
import type { PlanEntry } from '../plan.js';
import type { Facts } from './facts.js';
import { offenceIn } from './offences.js';

/** Which of its faults has broken a run. */
export interface Blame {
  /** The fault that the client did not recover from, or else the last one. */
  readonly culprit: Facts | undefined;
  /** Whether it can have been no other one. */
  readonly isClear: boolean;
  /** Those to try by themselves. All, if none was met. */
  readonly suspects: readonly PlanEntry[];
  /** Those that the client had recovered from before. */
  readonly before: readonly Facts[];
}

export function blame(all: readonly Facts[]): Blame {
  const met = all.filter((each) => each.met.length > 0).toSorted((one, other) => lastOf(one) - lastOf(other));
  const lost = met.filter((each) => each.entry.fault.takesAway && !wasAnsweredLater(each));
  // Of several at one call, the client gave up at the last one.
  const culprit = lost.findLast((each) => isSamePlace(each, lost[0]!)) ?? met.at(-1);
  if (culprit === undefined) return { culprit, isClear: false, suspects: all.map(({ entry }) => entry), before: [] };
  const others = met.filter((each) => each !== culprit);
  return {
    culprit,
    // Two faults at one call may have used up its retries together, and other data may fail a test later.
    isClear: lost.length === 1 && !hasCompany(culprit, met) && !others.some((each) => each.entry.fault.changesData),
    suspects: [culprit.entry],
    before: others.filter(
      (each) =>
        each.entry.fault.takesAway &&
        !each.entry.fault.changesData &&
        !lost.includes(each) &&
        lastOf(each) < culprit.met[0]!.id &&
        offenceIn(each, false) === undefined,
    ),
  };
}

/** Whether the client got a response without a fault to the same request after the fault. */
function wasAnsweredLater(facts: Facts): boolean {
  const { baseline, exchanges, disturbed } = facts;
  const later = exchanges.filter((exchange) => exchange.id > lastOf(facts) && !disturbed.has(exchange));
  return callsOf({ key: baseline.key, exchanges: later, tests: [] }).some(
    ({ identity }) => identity === facts.identity,
  );
}

/** Whether another fault met the same call, on its retries. */
export function hasCompany(about: Facts, all: readonly Facts[]): boolean {
  return all.some((each) => each !== about && each.met.length > 0 && isSamePlace(each, about));
}

function lastOf({ met }: Facts): number {
  return met.at(-1)!.id;
}

function isSamePlace({ entry: { call: one } }: Facts, { entry: { call: other } }: Facts): boolean {
  return one.operation === other.operation && one.call === other.call;
}
