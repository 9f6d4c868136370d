/**
 * A call of an operation: a valid request of an authenticated caller. Operations that read the world use the member
 * `time`, and no other source of the time.
 */

import type { ValidRequest } from '../../../contract/request.js';
import type { Validated } from '../exchange.js';
import type { Presentation } from '../representations/rows.js';
import type { ServiceResponse } from '../service-response.js';

/** A valid call of an operation, with what its handler needs. */
export interface OperationCall extends Presentation {
  readonly exchange: Validated;
  /** The request in the form of the contract without variants. */
  readonly request: ValidRequest;
  /** Lifetime of an issued access token, in seconds. */
  readonly tokenLifetime: number;
  /** When a new data request becomes visible, in milliseconds after the call. */
  readonly requestShowsAfter: number;
}

/**
 * Performs an operation.
 * @throws ServiceError
 */
export type OperationHandler = (call: OperationCall) => ServiceResponse;
