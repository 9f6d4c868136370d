/**
 * The contract as `@pactflow/openapi-pact-comparator` can read it. It does not know `servers`, follows no references to
 * parameters, and takes the members that OpenAPI requires for optional in answers, which makes a `oneOf` of required
 * members true of nothing.
 */

import type { Contract } from '../../contract/contract.js';
import {
  type OpenApiDocument,
  type OperationObject,
  type ParameterObject,
  type Reference,
  resolveReference,
  type ResponseObject,
  type Schema,
  type SchemaObject,
} from '../../contract/document.js';
import { isObject, mapMembers } from '../../contract/json.js';
import { formFields } from '../../pact/form-fields.js';
import { matchRequest } from '../../pact/match-request.js';
import type { PactFile, PactInteraction, PactRequest } from '../../pact/pact-file.js';
import { mapSchema, requiredMember } from '../../contract/schema-walk.js';

/** The same interactions in the same order, in the form of version 2. */
export function comparablePact({ interactions }: PactFile, contract: Contract): object {
  return {
    metadata: { pactSpecification: { version: '2.0.0' } },
    interactions: interactions.map((interaction) => comparable(interaction, contract)),
  };
}

function comparable({ description, request, response }: PactInteraction, contract: Contract): object {
  return {
    description,
    request: {
      method: request.method,
      path: wholePath(request, contract),
      query: queryText(request.query),
      headers: sendable(request.headers),
      ...(request.body !== undefined && { body: contentOf(request) }),
    },
    response: {
      status: response.status,
      headers: sendable(response.headers),
      ...(response.body !== undefined && { body: response.body.content }),
    },
  };
}

/** From the root, with the characters encoded that would end a path. */
function wholePath(request: PactRequest, contract: Contract): string {
  const match = matchRequest(contract, request);
  if (match.kind !== 'operation') return request.path;
  return match.operation.path.replace(/\{(\w+)\}/g, (_, name: string) =>
    encodeURIComponent(match.pathParameters[name] ?? ''),
  );
}

/** Several values of a name are one with commas, as it expects arrays. */
function queryText(query: PactRequest['query']): string {
  return Object.entries(query)
    .map(([name, values]) => `${encodeURIComponent(name)}=${values.map(encodeURIComponent).join(',')}`)
    .join('&');
}

function contentOf({ headers, body }: PactRequest): unknown {
  const { content, contentType } = body!;
  const isForm = (headers['content-type']?.[0] ?? contentType ?? '').startsWith('application/x-www-form-urlencoded');
  return isForm ? formFields(content) : content;
}

const NAME = /^[!#$%&'*+.^_`|~\w-]+$/;
const NOT_IN_VALUE = /[^\t\x20-\x7e\x80-\xff]/g;

function sendable(headers: PactRequest['headers']): Record<string, string> {
  const entries = Object.entries(headers).filter(([name]) => NAME.test(name));
  return Object.fromEntries(entries.map(([name, values]) => [name, values.join(', ').replace(NOT_IN_VALUE, '?')]));
}

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
  return mapMembers(schemas as Readonly<Record<string, Schema>>, (schema) => mapSchema(schema, readable));
}

/** An object of which the contract names no member may have any; the comparator understands that as a schema only, not as `true`. */
function readable({ oneOf, ...rest }: SchemaObject): SchemaObject {
  return {
    ...rest,
    ...(rest.type === 'object' && rest.properties === undefined && { additionalProperties: {} }),
    ...(oneOf?.some((alternative) => requiredMember(alternative) === undefined) === true && { oneOf }),
  };
}
