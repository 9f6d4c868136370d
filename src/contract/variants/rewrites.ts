/** Functions that rewrite responses, and what they need. */

import { parseRetryAfter } from '../retry-after.js';
import { isObject, membersOf } from '../../common/json.js';
import type { SchemaObject, OpenApiDocument } from '../document.js';
import type { PlainResponse } from '../response.js';
import { mapValue, type ChangeValue } from '../schema/map-value.js';
import type { Operation } from '../operation.js';

/** Rewrites the body of an operation's response with status 200. */
export function rewriteBody(id: string, change: (body: Readonly<Record<string, unknown>>) => unknown): Rewrite {
  return (response, { operation }) => {
    const isOfOperation = operation?.id === id && response.status === 200;
    return isOfOperation && isObject(response.body) ? { ...response, body: change(response.body) } : response;
  };
}

/** Rewrites the code of an error body with a message. Every endpoint but the token endpoint sends such bodies. */
export function rewriteErrorCode(change: (code: string, status: number) => string): Rewrite {
  return (response) => {
    const { error, message } = response.status < 400 ? {} : membersOf(response.body);
    if (typeof error !== 'string' || typeof message !== 'string') return response;

    return { ...response, body: { ...(response.body as object), error: change(error, response.status) } };
  };
}

/** Rewrites every value with the format `date-time`. */
export function rewriteTimestamps(change: (text: string) => string | number): Rewrite {
  return (response, context) =>
    rewriteValues(response, context, ({ value, schema }) =>
      typeof value === 'string' && schema['format'] === 'date-time' ? change(value) : value,
    );
}

type ChangeNamed = (value: unknown, schema: SchemaObject) => unknown;

/** Rewrites every value of the schemas with these names. */
export function rewriteNamed(names: readonly string[], change: ChangeNamed): Rewrite {
  return (response, context) => {
    const { schemas = {} } = context.document.components;
    const namedSchemas = names.map((name) => schemas[name]);
    return rewriteValues(response, context, ({ value, schema }) =>
      namedSchemas.includes(schema) ? change(value, schema) : value,
    );
  };
}

/** Rewrites every value that a schema describes. Error responses stay as they are. */
function rewriteValues(response: PlainResponse, request: RewrittenRequest, change: ChangeValue): PlainResponse {
  const { document, operation } = request;
  const schema = response.status < 400 ? operation?.responses.get(response.status)?.schema : undefined;
  return schema === undefined ? response : { ...response, body: mapValue(document, schema, response.body, change) };
}

/**
 * Rewrites `Retry-After`. A value stays if it is no number of seconds, if it is practically endless, or if a scenario
 * sends the header twice.
 */
export function rewriteRetryAfter(response: PlainResponse, change: ChangeWait): PlainResponse {
  const { 'Retry-After': value, ...headers } = response.headers;
  // Without a time to count from, only seconds are read, not dates.
  const wait = parseRetryAfter(value, Number.NaN);
  // A wait of more milliseconds than the largest safe integer is practically endless.
  if (!Number.isSafeInteger(wait) || 'retry-after' in headers) return response;

  return { ...response, headers: { ...headers, ...change(wait! / 1_000) } };
}

type ChangeWait = (seconds: number) => Readonly<Record<string, string>>;

/** What a rewrite of responses needs besides the response. */
export interface RewrittenRequest {
  /** The contract without variants. */
  readonly document: OpenApiDocument;
  /** The operation in the contract without variants; undefined if the request has none. */
  readonly operation: Operation | undefined;
  /** The sandbox's time, in milliseconds since 1970. */
  readonly at: number;
  /** The ID that a gateway in front of the service would give the request. */
  readonly requestId: () => string;
}

/** Changes the form of a response. Responses that the contract without variants does not allow stay as they are. */
export type Rewrite = (response: PlainResponse, context: RewrittenRequest) => PlainResponse;

/** A failed request, before it is rendered as an error response. */
export interface Failure {
  readonly status: number;
  /** The stable code of the error body. */
  readonly code: string;
  readonly message: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly details?: Readonly<Record<string, unknown>> | undefined;
}
