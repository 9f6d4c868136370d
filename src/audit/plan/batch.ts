/** The faults that go together into one run of a sandbox. */

import type { PlanEntry } from './plan.js';
import { mayDifferByCall } from './telling-order.js';

/**
 * A batch: the faults of one sandbox in a run. If a failure cannot be assigned to a sandbox, the batch has the faults
 * of all sandboxes.
 */
export type Batch = readonly PlanEntry[];

/** The largest number of failures in one batch. A run with more failures rarely goes well. */
const MOST_FAILURES = 12;
/** The largest number of variants, or of faults with other data, in one batch. Clients notice few of these faults. */
export const LARGEST_BATCH = 32;

/**
 * Whether an entry can be judged beside others: each meets a call of its own, and no fault is likely to break the run.
 * @param breaking IDs of classes, and points of variants, after which a run went wrong; and the operations at which the
 * client gave up
 */
export function fitsTogether(entry: PlanEntry, others: Batch, breaking: ReadonlySet<string>): boolean {
  if (others.length === 0) return true;

  const all = [...others, entry];
  if (all.some((each) => isRisky(each, breaking))) return false;

  // Variants affect all calls, so a run has one variant of each point, and no other faults.
  const points = all.flatMap(({ fault }) => fault.variant?.point ?? []);
  const hasOneOfEachPoint = new Set(points).size === all.length;
  if (points.length > 0) return hasOneOfEachPoint && all.length <= LARGEST_BATCH;

  // No client repeats a request because of other data, so equal calls do not hide each other.
  if (all.every(mayDifferByCall)) return all.length <= LARGEST_BATCH && others.every(({ call }) => call !== entry.call);

  return all.length <= MOST_FAILURES && !others.some((other) => mayHide(other, entry));
}

/** Whether one of two faults may hide what the client does after the other fault. */
function mayHide(one: PlanEntry, other: PlanEntry): boolean {
  if (one.call.identity === other.call.identity) return true;

  const { test } = one.call;
  const { test: otherTest } = other.call;
  // Different tests are known to send the two calls.
  if (test !== undefined && otherTest !== undefined && test !== otherTest) return false;
  // Other data leads to other calls, which look like a reaction to the other fault.
  if (one.fault.changesData !== other.fault.changesData) return true;

  // Faults with the same trouble, such as a request to wait, cannot be told apart.
  const { trouble } = one.fault;
  return mayGiveUp(one) !== mayGiveUp(other) || (trouble !== undefined && trouble === other.fault.trouble);
}

/** Whether a client without a mistake may fail after the fault. Its failure would hide what it does after others. */
export function mayGiveUp({ fault, kind }: PlanEntry): boolean {
  return !fault.changesData && fault.expected[kind].includes('gave up');
}

/** Whether the fault is likely to break the run, or affects calls that are meant for other faults. */
function isRisky(entry: PlanEntry, breaking: ReadonlySet<string>): boolean {
  const { fault, call } = entry;
  if (fault.alone === true || fault.lasts === true) return true;

  return breaking.has(fault.variant?.point ?? fault.id) || (mayGiveUp(entry) && breaking.has(call.operation));
}
