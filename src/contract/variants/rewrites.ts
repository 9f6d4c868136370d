/** Ways in which variants rewrite responses. */

import { parseRetryAfter } from '../retry-after.js';
import type { OpenApiDocument } from '../document.js';
import { isObject, membersOf } from '../../common/json.js';
import type { Operation } from '../operation.js';
import type { PlainResponse } from '../response.js';
import { mapValue, type ChangeValue } from '../schema/map-value.js';

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

/** Rewrites the body of an operation's response with status 200. */
export function rewriteBody(id: string, change: (body: Readonly<Record<string, unknown>>) => unknown): Rewrite {
  return (response, { operation }) =>
    operation?.id === id && response.status === 200 && isObject(response.body)
      ? { ...response, body: change(response.body) }
      : response;
}

/** Rewrites the code of an error body that has a message beside it: that of every endpoint but the token endpoint. */
export function rewriteErrorCode(change: (code: string, status: number) => string): Rewrite {
  return (response) => {
    const { error, message } = response.status < 400 ? {} : membersOf(response.body);
    return typeof error === 'string' && typeof message === 'string'
      ? { ...response, body: { ...(response.body as object), error: change(error, response.status) } }
      : response;
  };
}

/** Rewrites every value with the format `date-time`. */
export function rewriteTimestamps(change: (text: string) => string | number): Rewrite {
  return (response, context) =>
    rewriteValues(response, context, ({ value, schema }) =>
      typeof value === 'string' && schema['format'] === 'date-time' ? change(value) : value,
    );
}

/** Rewrites every value that a schema describes. Error responses stay as they are. */
export function rewriteValues<Response extends PlainResponse>(
  response: Response,
  { document, operation }: RewriteContext,
  change: ChangeValue,
): Response {
  const schema = response.status < 400 ? operation?.responses.get(response.status)?.schema : undefined;
  return schema === undefined ? response : { ...response, body: mapValue(document, schema, response.body, change) };
}

/** Does not change a `Retry-After` that is not a number of seconds. */
export function rewriteRetryAfter<Response extends PlainResponse>(
  response: Response,
  change: (seconds: number) => Readonly<Record<string, string>>,
): Response {
  const { 'Retry-After': value, ...headers } = response.headers;
  const wait = parseRetryAfter(value, undefined);
  return wait === undefined ? response : { ...response, headers: { ...headers, ...change(wait / 1_000) } };
}
