/** What a variant can do to requests, failures and responses. */

import type { OpenApiDocument } from '../document.js';
import type { Operation } from '../operation.js';
import type { ValidRequest } from '../request.js';
import type { PlainResponse } from '../response.js';

/** What a rewrite of responses needs beside the response. */
export interface RewriteContext {
  /** The contract without variants. */
  readonly document: OpenApiDocument;
  /** In the contract without variants; undefined if the request has none. */
  readonly operation: Operation | undefined;
  /** The sandbox's time, in milliseconds since 1970. */
  readonly at: number;
  /** The ID that a gateway in front of the service would give the request. */
  readonly requestId: () => string;
}

/** Changes the form of a response. Responses that the contract without variants does not allow stay as they are. */
export type Rewrite = <Response extends PlainResponse>(response: Response, context: RewriteContext) => Response;

/** A failed request, before it is rendered as an error response. */
export interface Failure {
  readonly status: number;
  /** The stable code of the error body. */
  readonly code: string;
  readonly message: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly details?: Readonly<Record<string, unknown>> | undefined;
}

/** What a variant does. Every part is optional. */
export interface VariantEffect {
  /** The response in place of the one at the point. */
  readonly replace?: () => PlainResponse;
  /** The error response to any failure, except at the token endpoint. */
  readonly renderFailure?: (failure: Failure) => PlainResponse;
  /** Whether it changes the code of every error. */
  readonly changesErrorCode?: true;
  readonly rewriteResponse?: Rewrite;
  /** The request in the form of the contract without variants. */
  readonly rewriteRequest?: (request: ValidRequest) => ValidRequest;
}
