/** Ways in which variants rewrite responses. */

import { parseRetryAfter } from '../retry-after.js';
import { isObject, membersOf } from '../../common/json.js';
import type { SchemaObject } from '../document.js';
import type { PlainResponse } from '../response.js';
import { mapValue, type ChangeValue } from '../schema/map-value.js';
import type { Rewrite, RewriteContext } from './variant-effect.js';

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

/** Rewrites every value of the schemas with these names. */
export function rewriteNamed(
  names: readonly string[],
  change: (value: unknown, schema: SchemaObject) => unknown,
): Rewrite {
  return (response, context) => {
    const { schemas = {} } = context.document.components;
    const meant = names.map((name) => schemas[name]);
    return rewriteValues(response, context, ({ value, schema }) =>
      meant.includes(schema) ? change(value, schema) : value,
    );
  };
}

/** Rewrites every value that a schema describes. Error responses stay as they are. */
function rewriteValues<Response extends PlainResponse>(
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
