/**
 * A call of an operation: a valid request of an authenticated caller. Operations that read the world take the time from
 * `time` alone.
 */

import type { Contract } from '../../../contract/contract.js';
import type { ValidRequest } from '../../../contract/request.js';
import type { Steps } from '../../../common/steps.js';
import type { Sandbox } from '../../domain/sandbox/sandbox.js';
import type { ServiceContext } from '../service-context.js';
import type { Presentation } from '../representations/presentation.js';
import type { ServiceResponse } from '../service-response.js';

export interface Call extends Presentation {
  readonly context: ServiceContext;
  readonly sandbox: Sandbox;
  /** With the suffix that selects scenarios, if it has one. */
  readonly clientId: string;
  readonly request: ValidRequest;
  /** Path and query as received. */
  readonly url: string;
  readonly contract: Contract;
  /** Finds the address by which the client reached the emulator, without a trailing slash. */
  readonly addressOfEmulator: () => string;
  /** Of access tokens, in seconds. */
  readonly tokenLifetime: number;
  /** When a new data request becomes visible, in milliseconds after the call. */
  readonly requestShowsAfter: number;
  /** The `Authorization` header, for the token endpoint. */
  readonly authorization: string | undefined;
}

/**
 * What an operation that takes long computes in advance, before the moment of the request; undefined if it does not
 * take long. Its result stays in a cache.
 */
export type OperationPreparation = (
  call: Pick<Call, 'sandbox' | 'request' | 'time' | 'rules'>,
) => Steps<unknown> | undefined;

/**
 * Performs an operation.
 * @throws ServiceFailure
 */
export type OperationHandler = (call: Call) => ServiceResponse;
