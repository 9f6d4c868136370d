/** The form of the functions that perform faults, one for each kind of fault. */

import type { DecidedFault } from '../../scenarios/decide-faults.js';
import type { Fault } from '../../scenarios/fault.js';
import type { ServiceResponse } from '../service-response.js';
import type { Decided } from '../exchange.js';

/** The request that a fault affects, and the decision for the fault. */
export interface FaultedCall {
  readonly exchange: Decided;
  /** The fault with the scenario that decided it. */
  readonly decided: DecidedFault;
}

/** Settings of the operation that faults change. */
export interface Overrides {
  /** The size of the page, in place of the requested size. */
  readonly limit?: number;
  /** The lifetime of an issued access token, in seconds. */
  readonly tokenLifetime?: number;
  /** When a new data request becomes visible, in milliseconds after the call. */
  readonly requestShowsAfter?: number;
  /** Whether the operation fails with 500 instead of being carried out. No client sees the response. Default: false. */
  readonly fails?: boolean;
}

/**
 * Performs a fault around the rest of the request: the inner faults and the operation. `next` performs the rest, with
 * further overrides if there are any, and returns the response. A fault that replaces the operation does not call
 * `next`.
 * @throws ServiceError as an operation does
 */
export type FaultPerformer<Kind extends Fault['kind']> = (
  fault: Extract<Fault, { kind: Kind }>,
  context: FaultedCall,
  next: (overrides?: Overrides) => ServiceResponse,
) => ServiceResponse;
