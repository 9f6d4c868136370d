/**
 * Prepares a pact and the contract for `@pactflow/openapi-pact-comparator`, which does not support everything in them.
 * In a pact, it splits queries that are lists at every `&` and `=` in their values, splits forms at every comma, and
 * fails on header names that no HTTP library sends. In a contract, it ignores `servers`, does not check OAuth 2.0, does
 * not resolve references to parameters, and treats required members of responses as optional, so that no value matches
 * a `oneOf` of required members.
 */

import type { Contract } from '../../contract/contract.js';
import {
  authorizationSchemeOf,
  type Content,
  type HeaderObject,
  type OpenApiDocument,
  type OperationObject,
  type ParameterObject,
  type Reference,
  resolveReference,
  responsesOfService,
  type ResponseObject,
  type Schema,
  type SchemaObject,
  type SecurityScheme,
} from '../../contract/document.js';
import { operationObject } from '../../contract/fidelity/exchange-facts.js';
import { mapMembers } from '../../common/json.js';
import { formFields, isForm, matchOperation } from '../../pact/match-request.js';
import type { PactFile, PactInteraction, PactRequest } from '../../pact/pact-file.js';
import { mapSchema, requiredMember } from '../../contract/schema/schema-walk.js';

/** The interactions of a pact in the form of version 2, in the same order. */
export function comparablePact({ interactions }: PactFile, contract: Contract): object {
  return {
    metadata: { pactSpecification: { version: '2.0.0' } },
    interactions: interactions.map((interaction) => comparableInteraction(interaction, contract)),
  };
}

function comparableInteraction({ description, request, response }: PactInteraction, contract: Contract): object {
  const type = request.headers['content-type']?.[0] ?? request.body?.contentType;
  return {
    description,
    request: {
      method: request.method,
      path: wholePath(request, contract),
      query: queryText(request.query),
      headers: sendable(request.headers),
      ...(request.body !== undefined && {
        body: isForm(type) ? formFields(request.body.content) : request.body.content,
      }),
    },
    response: {
      status: response.status,
      headers: sendable(response.headers),
      ...(response.body !== undefined && { body: response.body.content }),
    },
  };
}

/** The path with the prefix, and with encoded parameters. */
function wholePath(request: PactRequest, contract: Contract): string {
  const match = matchOperation(contract, request);
  if (match === undefined) return request.path;
  return match.operation.path.replace(/\{(\w+)\}/g, (_, name: string) =>
    encodeURIComponent(match.pathParameters[name] ?? ''),
  );
}

/** Several values of a name are joined by commas, as the comparator expects arrays. */
function queryText(query: PactRequest['query']): string {
  return Object.entries(query)
    .map(([name, values]) => `${encodeURIComponent(name)}=${values.map(encodeURIComponent).join(',')}`)
    .join('&');
}

const HEADER_NAME = /^[!#$%&'*+.^_`|~\w-]+$/;
const NOT_IN_HEADER_VALUE = /[^\t\x20-\x7e\x80-\xff]/g;

function sendable(headers: PactRequest['headers']): Record<string, string> {
  const entries = Object.entries(headers).filter(([name]) => HEADER_NAME.test(name));
  return Object.fromEntries(
    entries.map(([name, values]) => [name, values.join(', ').replace(NOT_IN_HEADER_VALUE, '?')]),
  );
}

/**
 * The comparator checks every schema against the meta-schema that it names, by default all of draft 2019-09. To compile
 * that takes as long as everything else that the comparator does, and the build has checked the contract. This part of
 * it is about three keywords only.
 */
const SMALL_META_SCHEMA = 'https://json-schema.org/draft/2019-09/meta/content';

/** A copy of the document without servers, and without references except those to schemas. */
export function flattenedDocument({ document, operations }: Contract): object {
  const { openapi, info, security, components } = document;
  const paths: Record<string, Record<string, object>> = {};
  for (const { id, path, method } of operations.values()) {
    (paths[path] ??= {})[method] = flattenedOperation(document, operationObject(document, id)!);
  }
  const { schemas = {}, securitySchemes = {} } = components as {
    readonly schemas?: Readonly<Record<string, Schema>>;
    readonly securitySchemes?: Readonly<Record<string, SecurityScheme>>;
  };
  return {
    openapi,
    info,
    security,
    paths,
    components: {
      securitySchemes: mapMembers(securitySchemes, (scheme) => ({
        type: 'http',
        scheme: authorizationSchemeOf(scheme),
      })),
      schemas: mapMembers(schemas, (schema) => mapSchema(schema, comparableSchema)),
    },
  };
}

function flattenedOperation(document: OpenApiDocument, source: OperationObject): object {
  const { parameters = [], requestBody, security } = source;
  return {
    parameters: parameters.map((reference) => {
      const parameter = resolveReference<ParameterObject>(document, reference);
      return withMetaSchema({ ...parameter, schema: resolveReference<SchemaObject>(document, parameter.schema) });
    }),
    responses: Object.fromEntries(
      responsesOfService(document, source).map(([status, response]) => [status, flattenedResponse(document, response)]),
    ),
    ...(requestBody !== undefined && { requestBody: flattenedContent(requestBody) }),
    ...(security !== undefined && { security }),
  };
}

function flattenedResponse(document: OpenApiDocument, reference: ResponseObject | Reference): object {
  const response = resolveReference<ResponseObject>(document, reference);
  const headers = mapMembers(response.headers ?? {}, (header) =>
    withMetaSchema(resolveReference<HeaderObject>(document, header)),
  );
  return { ...flattenedContent(response), headers };
}

function flattenedContent({ content, ...message }: { readonly content?: Content }): object {
  return { ...message, ...(content !== undefined && { content: mapMembers(content, withMetaSchema) }) };
}

function withMetaSchema({ schema, ...described }: { readonly schema: Schema }): object {
  return { ...described, schema: { $schema: SMALL_META_SCHEMA, ...schema } };
}

/**
 * Removes a `oneOf` of required members. An object without `properties` may have any member, which the comparator
 * supports only as a schema, not as `true`.
 */
function comparableSchema({ oneOf, ...rest }: SchemaObject): SchemaObject {
  return {
    ...rest,
    ...(rest.type === 'object' && rest.properties === undefined && { additionalProperties: {} }),
    ...(oneOf?.some((alternative) => requiredMember(alternative) === undefined) === true && { oneOf }),
  };
}
