/**
 * A call of an operation: a valid request of an authenticated caller. Operations that read the world use `time`, and no
 * other source of the time.
 */

import type { Authorization } from '../../../contract/authorization.js';
import type { Contract } from '../../../contract/contract.js';
import type { ValidRequest } from '../../../contract/request.js';
import type { Sandbox } from '../../domain/sandbox/sandbox.js';
import type { Link } from '../../domain/tokens/link-tokens.js';
import type { ServiceContext } from '../service-context.js';
import type { Presentation } from '../representations/presentation.js';
import type { ServiceResponse } from '../service-response.js';

export interface OperationCall extends Presentation {
  readonly context: ServiceContext;
  readonly sandbox: Sandbox;
  /** The caller's ID, with the suffix that selects scenarios, if it has one. */
  readonly clientId: string;
  /** The link whose token is in the path. */
  readonly link: Link | undefined;
  readonly request: ValidRequest;
  /** Path and query as received. */
  readonly url: string;
  readonly contract: Contract;
  /** Finds the address by which the client reached the emulator, without a trailing slash. */
  readonly addressOfEmulator: () => string;
  /** Lifetime of an issued access token, in seconds. */
  readonly tokenLifetime: number;
  /** When a new data request becomes visible, in milliseconds after the call. */
  readonly requestShowsAfter: number;
  /** The `Authorization` header, for the token endpoint. */
  readonly authorization: Authorization | undefined;
}

/**
 * Performs an operation.
 * @throws ServiceError
 */
export type OperationHandler = (call: OperationCall) => ServiceResponse;
