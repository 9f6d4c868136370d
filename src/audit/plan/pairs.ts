/** Pairs of faults: after a fault that made the client send new calls, faults in those. */

import { offencesOfExperiment } from '../../emulator/judge/judge.js';
import type { Baseline, BaselineSandbox } from '../baseline.js';
import { type Call, callsOf } from './calls.js';
import { countsOf } from '../classify/compare-calls.js';
import { isFailure } from '../classify/facts.js';
import { type LeftOut, placeOf, planAfter, type PlanEntry, type PlanFilter, type PlanningContext } from './plan.js';
import type { ObservedRun } from '../run/perform-run.js';
import type { Outcome } from './schedule.js';

/** The second faults to try after one first fault, and what its run alone was like. */
export interface Pairs {
  readonly entries: readonly PlanEntry[];
  readonly leftOut: readonly LeftOut[];
  /** The sandbox with the first fault alone, which second faults are compared with. */
  readonly baseline: BaselineSandbox;
}

/** The faults that can be the first of a pair: the client recovered, one of each class at each operation. */
export function firstsAmong(outcomes: readonly Outcome[]): PlanEntry[] {
  const firsts = new Map<string, PlanEntry>();
  for (const outcome of outcomes) {
    if (!('observation' in outcome) || outcome.observation.reaction !== 'recovered') continue;
    const { entry } = outcome;
    if (entry.fault.variant === undefined && entry.fault.lasts !== true && !firsts.has(placeOf(entry)))
      firsts.set(placeOf(entry), entry);
  }
  return [...firsts.values()];
}

/** The pairs that begin with a fault; undefined if the run with it alone failed, or did not meet it. */
export function pairsAfter(
  first: PlanEntry,
  run: ObservedRun,
  { baseline, ...context }: PlanningContext & { readonly baseline: Baseline; readonly filter: PlanFilter },
): Pairs | undefined {
  const { sandbox: key } = first.call;
  const usual = baseline.sandboxes.get(key)!;
  const observed = run.sandboxes.find((sandbox) => sandbox.key === key);
  if (observed === undefined || run.timedOut || run.exitCode !== 0) return undefined;
  const met = observed.exchanges.filter(({ scenarios }) => scenarios.some(({ selector }) => selector === 'injection'));
  if (met.length === 0) return undefined;
  // What the fault disturbed has no number: the call that repeats it has.
  const answered = observed.exchanges.filter((exchange) => !isFailure(exchange) || !met.includes(exchange));
  const calls = callsOf({ ...observed, exchanges: answered });
  const sandbox: BaselineSandbox = {
    ...usual,
    ...observed,
    calls,
    broken: [],
    suspected: new Set(offencesOfExperiment(observed.exchanges).map(({ rule }) => rule.id)),
  };
  const newCalls = firstNewCalls(
    calls.filter(({ exchange }) => exchange.id > met.at(-1)!.id),
    {
      now: callsOf(observed),
      before: usual.calls,
    },
  );
  return {
    ...planAfter(first, sandbox, newCalls, { ...context, isSingle: baseline.sandboxes.size === 1 }),
    baseline: sandbox,
  };
}

/** Of the calls after a fault, the first one of each operation that is sent more often than without it. */
function firstNewCalls(
  after: readonly Call[],
  { now, before }: { readonly now: readonly Call[]; readonly before: readonly Call[] },
): Call[] {
  const [counts, usual] = [countsOf(now), countsOf(before)];
  const found = new Map<string, Call>();
  for (const call of after) {
    const isNew = counts.get(call.identity)! > (usual.get(call.identity) ?? 0);
    if (isNew && !found.has(call.operation)) found.set(call.operation, call);
  }
  return [...found.values()];
}
