/** The public names of `@id-emulator/sdk`. */

export { connect, idSdk } from './connect.js';
export type { Connection, Endpoints, EndpointsWithResponse, WithResponse } from './connection.js';
export type { CallOptions, ConnectConfig, HeaderFields, Network, StoredToken, TokenCache } from './settings.js';
export type { Hooks, RequestEvent, ResponseEvent, RetryEvent } from './settings.js';
export type { FetchInit, FetchLike, FetchResponse, Signal } from './transport/transport.js';
export type { AbortSignalLike } from './transport/deadline.js';
export type { PagesOptions } from './lists.js';
export type { LinkResult } from './links.js';

export { APIError, type ErrorResponse, type Failure } from './errors.js';
export { UnauthorizedError, RateLimitError, ConnectionError, TimeoutError, InvalidArgumentError } from './errors.js';
export { isAPIError, isUnauthorizedError, isRateLimitError } from './errors.js';
export { isConnectionError, isTimeoutError, isInvalidArgumentError } from './errors.js';

export type * from './options.js';
export type * from './types.js';
