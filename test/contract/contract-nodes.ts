/** Every place of the contract that needs a note with its basis. */

import { KEYWORDS } from '../../src/contract/fidelity/keywords.js';
import type { FidelityNote } from '../../src/contract/fidelity/point.js';
import {
  isReference,
  METHODS,
  resolveReference,
  type Content,
  type HeaderObject,
  type OpenApiDocument,
  type OperationObject,
  type ParameterObject,
  type ResponseObject,
  type Schema,
  type SchemaObject,
} from '../../src/contract/document.js';
import { subschemas } from '../../src/contract/schema/schema-walk.js';

/** Every keyword that limits a value, or gives its default. */
const LIMITS = [...KEYWORDS.values()].flat().filter((keyword) => keyword !== 'type');

export interface ContractNode {
  /** Such as `member Credential.partyId`, `parameter getUsers.offset` or `status getUsers 200`. */
  readonly name: string;
  readonly notes: readonly FidelityNote[];
  /** The notes of the schema that it refers to. */
  readonly notesOfSchema: readonly FidelityNote[];
  /** The notes of the object around the member. */
  readonly notesAround: readonly FidelityNote[];
  /** The limits of its schema: `minimum 0`, `enum`. A reference has no limits of its own; the schema that it refers to has them. */
  readonly limits: readonly string[];
}

/** All places in the order of the document. A place that several operations share occurs once for each. */
export function contractNodes(document: OpenApiDocument): readonly ContractNode[] {
  const operations = Object.values(document.paths).flatMap((item) => METHODS.flatMap((method) => item[method] ?? []));
  return [...operations.flatMap((operation) => operationNodes(document, operation)), ...componentNodes(document)];
}

function operationNodes(document: OpenApiDocument, operation: OperationObject): ContractNode[] {
  const { operationId: id, parameters = [], requestBody, responses, 'x-exactly-one-of': rule } = operation;
  return [
    nodeOf(document, `operation ${id}`, operation),
    ...(rule === undefined ? [] : [nodeOf(document, `rule ${id}`, rule)]),
    ...parameters.flatMap((parameter) =>
      parameterNodes(document, id, resolveReference<ParameterObject>(document, parameter)),
    ),
    ...contentNodes(document, `${id} request`, requestBody?.content),
    ...Object.entries(responses).flatMap(([status, response]) =>
      responseNodes(document, `${id} ${status}`, resolveReference<ResponseObject>(document, response)),
    ),
  ];
}

function parameterNodes(document: OpenApiDocument, id: string, parameter: ParameterObject): ContractNode[] {
  const name = `${id}.${parameter.name}`;
  return [
    nodeOf(document, `parameter ${name}`, parameter, { schema: parameter.schema }),
    ...memberNodes(document, name, parameter.schema),
  ];
}

function responseNodes(document: OpenApiDocument, name: string, response: ResponseObject): ContractNode[] {
  const headers = Object.entries(response.headers ?? {}).map(([header, value]) =>
    nodeOf(document, `header ${name} ${header}`, resolveReference<HeaderObject>(document, value)),
  );
  return [nodeOf(document, `status ${name}`, response), ...headers, ...contentNodes(document, name, response.content)];
}

function contentNodes(document: OpenApiDocument, name: string, content: Content = {}): ContractNode[] {
  return Object.values(content).flatMap(({ schema }) => memberNodes(document, name, schema));
}

function componentNodes(document: OpenApiDocument): ContractNode[] {
  const { schemas = {}, securitySchemes = {} } = document.components as Readonly<
    Record<string, Readonly<Record<string, SchemaObject>>>
  >;
  return [
    ...Object.entries(securitySchemes).map(([name, scheme]) => nodeOf(document, `security ${name}`, scheme)),
    ...Object.entries(schemas).flatMap(([name, schema]) =>
      // A schema with members has notes at its members.
      schema.properties === undefined
        ? [nodeOf(document, `schema ${name}`, schema, { schema })]
        : memberNodes(document, name, schema),
    ),
  ];
}

/** The members of a schema at every depth, without following references: those lead to components. */
function memberNodes(document: OpenApiDocument, name: string, schema: Schema): ContractNode[] {
  return subschemas(schema).flatMap(({ keyword, key = '', schema: inner }) => {
    if (keyword === 'items') return memberNodes(document, `${name}[]`, inner);
    if (keyword !== 'properties') return memberNodes(document, name, inner);
    return [
      nodeOf(document, `member ${name}.${key}`, inner, { schema: inner, around: schema }),
      ...memberNodes(document, `${name}.${key}`, inner),
    ];
  });
}

interface NodeParts {
  readonly schema?: Schema;
  /** The object around the member. */
  readonly around?: object;
}

function nodeOf(
  document: OpenApiDocument,
  name: string,
  value: object,
  { schema = {}, around = {} }: NodeParts = {},
): ContractNode {
  const target = isReference(schema) ? resolveReference<SchemaObject>(document, { $ref: schema.$ref }) : {};
  return {
    name,
    notes: notesOf(value),
    notesOfSchema: notesOf(target),
    notesAround: notesOf(around),
    limits: isReference(schema) ? [] : limitsOf(schema),
  };
}

/** Includes the members of items of a list, unless the items refer to a schema. */
function limitsOf(schema: SchemaObject): readonly string[] {
  const { items = {} } = schema;
  const own = LIMITS.filter((keyword) => schema[keyword] !== undefined).map((keyword) =>
    typeof schema[keyword] === 'number' ? `${keyword} ${schema[keyword]}` : keyword,
  );
  return [...new Set([...own, ...(isReference(items) || Object.keys(items).length === 0 ? [] : limitsOf(items))])];
}

/** The notes of a place, as in the document. */
export function notesOf(value: object): readonly FidelityNote[] {
  const { 'x-fidelity': notes = [] } = value as { readonly 'x-fidelity'?: FidelityNote | readonly FidelityNote[] };
  return [notes].flat();
}
