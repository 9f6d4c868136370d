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
  /** The response or failure in place of the one at the point. `subject` is the ID of the requested party, or the methods that are allowed. */
  readonly replace?: (subject: string | undefined) => PlainResponse | Failure;
  /** The failure in place of the one at the point. */
  readonly changeFailure?: (failure: Failure) => Failure;
  /** The error response to any failure, except at the token endpoint. */
  readonly renderFailure?: (failure: Failure) => PlainResponse;
  /** Whether it changes the code of every error. */
  readonly changesErrorCode?: true;
  readonly rewriteResponse?: Rewrite;
  /** Compresses responses for requests that accept gzip. */
  readonly compresses?: true;
  /** What it changes of `StandingRules`, which say how credentials that are not valid are treated. */
  readonly rules?: Readonly<Record<string, string>>;
  /** Whether requests without a valid access token are refused before their path and method are looked at. */
  readonly checksTokenFirst?: true;
  /** The request in the form of the contract without variants. */
  readonly rewriteRequest?: (request: ValidRequest) => ValidRequest;
}
