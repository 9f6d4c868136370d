/** How a fault is performed. */

import type { Sandbox } from '../../domain/sandbox.js';
import type { Fault } from '../../scenario/fault.js';
import type { Answer } from '../answer.js';

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
