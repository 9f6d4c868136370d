/** The public names of `id-sdk`. */

export { connect, idSdk } from './connect.js';
export type { Connection } from './connection.js';
export type { ConnectConfig, Network } from './config.js';
export type { CallOptions } from './request.js';
export type { PagesOptions } from './pages.js';
export type { GenerateLinksOptions, LinkResult } from './links.js';
export type { Hooks, RequestEvent, ResponseEvent, RetryEvent } from './hooks.js';
export type { FetchInit, FetchLike, FetchResponse } from './transport.js';

export { IdSdkError, type ErrorDetails } from './errors.js';
export type { ErrorResponse, FailedResponse, FailureDetails } from './errors.js';
export { UnauthorizedError } from './errors.js';
export { APIError } from './errors.js';
export { RateLimitError } from './errors.js';
export { ConnectionError } from './errors.js';
export { TimeoutError } from './errors.js';
export { ConfigurationError } from './errors.js';
export { InvalidArgumentError } from './errors.js';

export type * from './types.js';
