/** Performs what scenarios decide: one fault, one file, found by its kind. */

import type { Sandbox } from '../domain/sandbox.js';
import type { DecidedFault } from '../scenario/decide-faults.js';
import type { Fault } from '../scenario/fault.js';
import type { Answer } from './answer.js';
import { performAnswer } from './faults/answer.js';
import { performBatchItems } from './faults/batch-items.js';
import { performToken } from './faults/token.js';

/** What a fault may know of the call. */
export interface FaultContext {
  readonly sandbox: Sandbox;
}

/**
 * Performs a fault around the rest of the call: `next` goes on with it, and need not be called.
 * @throws ServiceFailure as an operation does
 */
export type FaultPerformer<Kind extends Fault> = (
  fault: Kind,
  context: FaultContext,
  next: () => Promise<Answer>,
) => Answer | Promise<Answer>;

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
