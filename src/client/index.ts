/** The public names of `@id-emulator/sdk`, for every platform with a `fetch`. */

import { type Connect, connectWith } from './connect.js';

export type { Connect } from './connect.js';
export type { Connection, Endpoints, EndpointsWithResponse, Iterate, LinkResult, WithResponse } from './connection.js';
export type { CallOptions, HeaderFields, HeadersToSend } from './settings/call-options.js';
export type { ConnectConfig, Network, StoredToken, TokenCache } from './settings/config.js';
export type { FailureEvent, Hooks, RequestEvent, ResponseEvent, RetryEvent } from './settings/hooks.js';
export type { FetchInit, FetchLike, FetchResponse, RawResponse, Signal } from './transport/transport.js';
export type { AbortSignalLike } from './transport/deadline.js';
export type { List } from './lists.js';
export type { PagesOptions } from './pages.js';
export { APIError, type ErrorResponse, type Failure, isAPIError } from './errors.js';
export { UnauthorizedError, RateLimitError, ConnectionError, TimeoutError, InvalidArgumentError } from './errors.js';
export { further } from './types.js';
export type * from './options.js';
export type * from './contract-types.js';
export type * from './types.js';
export const connect: Connect = /* @__PURE__ */ connectWith();
/** The entry point under the specification's name (section 4.3). */
export const idSdk: { readonly connect: Connect } = { connect };
