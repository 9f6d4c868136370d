/** How a fault is performed. */

import type { Contract } from '../../contract/contract.js';
import type { Operation } from '../../contract/operation.js';
import type { DecidedFault } from '../../scenarios/decide-faults.js';
import type { Fault } from '../../scenarios/fault.js';
import type { ServiceResponse } from '../service-response.js';
import type { ServiceFailure } from '../service-failure.js';
import type { Caller } from '../stages/authenticate.js';

/** What a fault may know of the call, and change of it. */
export interface FaultContext {
  readonly contract: Contract;
  readonly operation: Operation;
  readonly caller: Caller;
  /** Why the fault is met. */
  readonly decided: DecidedFault;
  /** The answer that a failure becomes. */
  readonly word: (failure: ServiceFailure) => ServiceResponse;
  /** What the operation will be performed with; a fault may set it before it goes on. */
  readonly overrides: Overrides;
}

/** What faults change of the call itself. */
export interface Overrides {
  /** The page size, instead of the one that was asked for. */
  limit?: number;
  /** The lifetime of the access token that is issued, in seconds. */
  tokenLifetime?: number;
  /** When a new data request shows, in milliseconds after the call. */
  requestShowsAfter?: number;
}

/**
 * Performs a fault around the rest of the call: `next` goes on with it, and need not be called.
 * @throws ServiceFailure as an operation does
 */
export type FaultPerformer<Kind extends Fault> = (
  fault: Kind,
  context: FaultContext,
  next: () => ServiceResponse,
) => ServiceResponse;
