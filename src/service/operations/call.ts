/** A call of an operation, when everything about it has been checked. */

import type { Contract } from '../../contract/contract.js';
import type { ValidRequest } from '../../contract/request.js';
import type { Now } from '../../domain/time/now.js';
import type { Sandbox } from '../../domain/sandbox/sandbox.js';
import type { ServiceResponse } from '../service-response.js';
import type { ServiceContext } from '../service-context.js';

export interface Call {
  readonly context: ServiceContext;
  readonly sandbox: Sandbox;
  /** With its suffix, if it has one. */
  readonly clientId: string;
  readonly request: ValidRequest;
  /** Path and query as they came. */
  readonly url: string;
  readonly contract: Contract;
  /** By the sandbox's clock: operations that read the world ask nothing else for the time. */
  readonly time: Now;
  /** The address by which the client has reached the emulator, without a trailing slash. */
  readonly address: string;
  /** Of access tokens, in seconds. */
  readonly tokenLifetime: number;
  /** When a new data request shows, in milliseconds after the call. */
  readonly requestShowsAfter: number;
  /** Whether credentials and scores bear the e-mail of the account, as they do since revision 2026-04. */
  readonly showsEmail: boolean;
  /** Takes what the emulator knows of the answer and the service would not tell. */
  readonly diagnostics: string[];
  /** The `Authorization` header, for the token endpoint. */
  readonly authorization: string | undefined;
}

/**
 * An operation: domain in, plain result out.
 * @throws ServiceFailure
 */
export type OperationHandler = (call: Call) => ServiceResponse;
