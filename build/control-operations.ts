/**
 * The operations of the control plane, as `spec/control.yaml` has them: method, path below `/_emulator`, status of
 * success, the types of the members that the response to a success must have, and the method of a sandbox that it calls
 * (`x-method`).
 */

import { parse } from 'yaml';
import { resolveReference, type OpenApiDocument } from '../src/contract/document.js';
import type { OperationObject, Reference, ResponseObject, SchemaObject } from '../src/contract/document.js';

type Documented = OperationObject & { readonly 'x-method'?: object };

/** The rows of the operations, by their `operationId`. */
export function controlRows(text: string): object {
  const document = parse(text) as OpenApiDocument;
  const paths = document.paths as Readonly<Record<string, Readonly<Record<string, Documented>>>>;
  const rows = new Map<string, object>();
  for (const [path, { parameters: _, ...methods }] of Object.entries(paths))
    for (const [method, { operationId, responses, 'x-method': calls }] of Object.entries(methods)) {
      const [status, success] = Object.entries(responses).find(([code]) => code.startsWith('2'))!;
      const members = requiredMembers(document, success);
      rows.set(operationId, { method: method.toUpperCase(), path, status: Number(status), members, calls });
    }

  return Object.fromEntries(rows);
}

/** The types of the members that a response must have. Members that may have several types are left out. */
function requiredMembers(document: OpenApiDocument, response: ResponseObject | Reference): object {
  const { schema = {} } = resolveReference<ResponseObject>(document, response).content?.['application/json'] ?? {};
  const { required = [], properties = {} } = resolveReference<SchemaObject>(document, schema);
  const typeOf = (name: string): unknown => resolveReference<SchemaObject>(document, properties[name] ?? {}).type;
  const typed = required.filter((name) => typeof typeOf(name) === 'string');

  return Object.fromEntries(typed.map((name) => [name, typeOf(name)]));
}
