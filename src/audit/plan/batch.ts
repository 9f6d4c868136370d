/** The faults that go together into one run of a sandbox. */

import type { PlanEntry } from './plan.js';
import { mayShowAtAnyCall } from './telling-order.js';

/** The faults of one sandbox in a run. If a failure cannot be assigned to a sandbox, the faults of all sandboxes. */
export type Batch = readonly PlanEntry[];

/** Faults that may go into one batch: with more of them, a run rarely goes well. */
const MOST_FAULTS = 12;
/** Variants that may go into one batch, because clients notice few of them. */
export const MOST_TOGETHER = 32;

/**
 * Whether an entry can be judged beside others: each meets a call of its own, and none is likely to break the run.
 * @param breaking IDs of classes, and points of variants, after which a run went wrong
 */
export function fitsTogether(entry: PlanEntry, others: Batch, breaking: ReadonlySet<string>): boolean {
  if (others.length === 0) return true;

  const all = [...others, entry];
  if (all.some((each) => isRisky(each, breaking))) return false;
  if (all.some(({ fault }) => fault.variant !== undefined)) return areVariants(entry, others);

  // Nobody asks again because of other data, so that equal calls do not hide each other.
  if (all.every(mayShowAtAnyCall))
    return all.length <= MOST_TOGETHER && others.every(({ call }) => call !== entry.call);

  const collides = (other: PlanEntry): boolean =>
    other.call.identity === entry.call.identity || (!areApart(other, entry) && areInTheWay(other, entry));

  return all.length <= MOST_FAULTS && !others.some(collides);
}

/** Whether one of them may hide what the client does after the other one. */
function areInTheWay(one: PlanEntry, other: PlanEntry): boolean {
  const { trouble } = one.fault;
  return mayGiveUp(one) !== mayGiveUp(other) || (trouble !== undefined && trouble === other.fault.trouble);
}

/** Whether a client without a mistake may fail, which would hide what it does after other faults. */
function mayGiveUp({ fault, kind }: PlanEntry): boolean {
  return !fault.changesData && fault.expected[kind].includes('gave up');
}

/** Whether both calls are known to be of different tests. */
function areApart(one: PlanEntry, other: PlanEntry): boolean {
  return one.call.test !== undefined && other.call.test !== undefined && one.call.test !== other.call.test;
}

function isRisky({ fault }: PlanEntry, breaking: ReadonlySet<string>): boolean {
  return fault.alone === true || fault.lasts === true || breaking.has(fault.variant?.point ?? fault.id);
}

/**
 * Whether a variant fits beside others. Variants meet all calls, so a run has one of each point, and no other faults.
 */
function areVariants({ fault: { variant } }: PlanEntry, others: Batch): boolean {
  return (
    variant !== undefined &&
    others.length < MOST_TOGETHER &&
    others.every(({ fault: other }) => other.variant !== undefined && other.variant.point !== variant.point)
  );
}
