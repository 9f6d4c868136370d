/** The shape of messages: what stays when values are taken away. Exchanges of one shape are one interaction. */

import { resolveReference, type OpenApiDocument, type Schema, type SchemaObject } from '../../contract/document.js';
import { isObject } from '../../contract/json.js';
import { requiredMember } from '../../contract/schema-walk.js';
import type { RequestDocument } from '../pact-json.js';
import type { SeenExchange } from './seen-exchange.js';

/** Which parameters and members a request has; all of it where it is refused for what it says. */
export function requestShape({ query, body, check }: SeenExchange, request: RequestDocument): unknown {
  if (check.violations.length > 0) return [request.path, request.query, request.body];
  return [[...query.keys()].sort(), Object.keys(request.headers ?? {}), shapeOf(body)];
}

/**
 * What an answer has of that which the contract demands, and whether lists are empty and members null. Members that it
 * leaves open differ from item to item and tell nothing.
 */
export function responseShape(schema: Schema | undefined, answer: unknown, document: OpenApiDocument): unknown {
  if (schema === undefined) return null;
  const { required = [], oneOf = [], items, properties } = resolveReference<SchemaObject>(document, schema);
  if (Array.isArray(answer)) {
    return [...new Set(answer.map((item) => JSON.stringify(responseShape(items, item, document))))].sort();
  }
  if (!isObject(answer)) return answer === null ? null : typeof answer;
  const alternatives = oneOf.flatMap((alternative) => requiredMember(alternative) ?? []);
  const names = [...required, ...alternatives].filter((name) => name in answer);
  return Object.fromEntries(names.map((name) => [name, responseShape(properties?.[name], answer[name], document)]));
}

function shapeOf(value: unknown): unknown {
  if (Array.isArray(value)) return [...new Set(value.map((item) => JSON.stringify(shapeOf(item))))].sort();
  if (!isObject(value)) return value === null ? null : typeof value;
  return Object.fromEntries(
    Object.entries(value)
      .map(([name, member]) => [name, shapeOf(member)])
      .sort(),
  );
}
