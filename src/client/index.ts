/** The public names of `id-sdk`. */

export { connect, idSdk } from './connect.js';
export type { Connection } from './connection.js';
export type { ConnectConfig, Network } from './config.js';
export type { CallOptions } from './call-options.js';
export type { PagesOptions } from './read-pages.js';
export type { GenerateLinksOptions, LinkResult } from './links-for-all.js';
export type { Hooks, RequestEvent, ResponseEvent, RetryEvent } from './hooks.js';
export type { FetchInit, FetchLike, FetchResponse } from './fetch-transport.js';

export { IdSdkError, type ErrorDetails } from './errors/id-sdk-error.js';
export type { ErrorResponse, FailedResponse, FailureDetails } from './errors/failed-response.js';
export { UnauthorizedError } from './errors/unauthorized-error.js';
export { APIError } from './errors/api-error.js';
export { RateLimitError } from './errors/rate-limit-error.js';
export { ConnectionError } from './errors/connection-error.js';
export { TimeoutError } from './errors/timeout-error.js';
export { ConfigurationError } from './errors/configuration-error.js';
export { InvalidArgumentError } from './errors/invalid-argument-error.js';

export type * from './types.js';
