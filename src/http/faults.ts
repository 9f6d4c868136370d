/** Performs what scenarios decide: one fault, one file, found by its kind. */

import type { DecidedFault } from '../scenario/decide-faults.js';
import type { Fault } from '../scenario/fault.js';
import type { Answer } from './answer.js';
import { performAnswer } from './faults/answer.js';
import { performBatchItems } from './faults/batch-items.js';
import type { FaultContext, FaultPerformer } from './faults/fault-performer.js';
import { performToken } from './faults/token.js';

const PERFORMERS: { readonly [Kind in Fault['kind']]: FaultPerformer<Extract<Fault, { kind: Kind }>> } = {
  answer: performAnswer,
  token: performToken,
  'batch-items': performBatchItems,
};

/** Runs the operation inside the faults, the first of them outermost. */
export async function performFaults(
  faults: readonly DecidedFault[],
  context: FaultContext,
  operation: () => Answer | Promise<Answer>,
): Promise<Answer> {
  const [first, ...others] = faults;
  if (first === undefined) return operation();
  const perform = PERFORMERS[first.fault.kind] as FaultPerformer<Fault>;
  return perform(first.fault, context, () => performFaults(others, context, operation));
}
