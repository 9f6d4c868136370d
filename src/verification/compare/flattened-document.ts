/**
 * The contract as `@pactflow/openapi-pact-comparator` can read it. It does not know `servers`, follows no references to
 * parameters, and takes the members that OpenAPI requires for optional in answers, which makes a `oneOf` of required
 * members true of nothing.
 */

import { isObject } from '../../contract/json.js';
import type { Contract } from '../../contract/contract.js';
import {
  resolveReference,
  type OpenApiDocument,
  type OperationObject,
  type ParameterObject,
  type Reference,
  type ResponseObject,
  type SchemaObject,
} from '../../contract/document.js';
import { mapSchema, mapValues, requiredMember, type Schema, type SchemaParts } from './map-schema.js';

/** A copy, which may be changed: whole paths, no servers, no references but those to schemas. */
export function flattenedDocument({ document, operations }: Contract): object {
  const { openapi, info, security, components } = document;
  const paths: Record<string, Record<string, object>> = {};
  for (const { id, path, method } of operations.values()) {
    (paths[path] ??= {})[method] = flattenedOperation(document, sourceOf(document, id));
  }
  return structuredClone({
    openapi,
    info,
    security,
    paths,
    components: { securitySchemes: components['securitySchemes'], schemas: readableSchemas(components['schemas']) },
  });
}

function sourceOf({ paths }: OpenApiDocument, id: string): OperationObject {
  return Object.values(paths)
    .flatMap((item) => Object.values(item) as unknown[])
    .find((source): source is OperationObject => isObject(source) && source['operationId'] === id)!;
}

function flattenedOperation(document: OpenApiDocument, source: OperationObject): object {
  const { parameters = [], requestBody, security, responses } = source;
  return {
    parameters: parameters.map((reference) => {
      const parameter = resolveReference<ParameterObject>(document, reference);
      return { ...parameter, schema: resolveReference<SchemaObject>(document, parameter.schema) };
    }),
    responses: Object.fromEntries(
      Object.entries(responses).map(([status, response]) => [status, flattenedResponse(document, response)]),
    ),
    ...(requestBody !== undefined && { requestBody }),
    ...(security !== undefined && { security }),
  };
}

function flattenedResponse(document: OpenApiDocument, reference: ResponseObject | Reference): object {
  const response = resolveReference<ResponseObject>(document, reference);
  const headers = Object.entries(response.headers ?? {}).map(([name, header]): [string, object] => [
    name,
    resolveReference<object>(document, header),
  ]);
  return { ...response, headers: Object.fromEntries(headers) };
}

function readableSchemas(schemas: Readonly<Record<string, unknown>> = {}): object {
  return mapValues(schemas as Readonly<Record<string, Schema>>, (schema) => mapSchema(schema, readable));
}

/** An object of which the contract names no member may have any; the comparator understands that as a schema only, not as `true`. */
function readable({ oneOf, ...rest }: SchemaParts): SchemaObject {
  return {
    ...rest,
    ...(rest.type === 'object' && rest.properties === undefined && { additionalProperties: {} }),
    ...(oneOf?.some((alternative) => requiredMember(alternative) === undefined) === true && { oneOf }),
  };
}
