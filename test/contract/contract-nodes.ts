/** Every place of the contract that has to say what it rests on. */

import {
  isReference,
  METHODS,
  resolveReference,
  type Content,
  type HeaderObject,
  type OpenApiDocument,
  type OperationObject,
  type ParameterObject,
  type Reference,
  type ResponseObject,
  type SchemaObject,
} from '../../src/contract/document.js';

/** One note of `x-fidelity`. */
export interface Note {
  readonly basis: string;
  readonly section?: string;
  readonly note?: string;
  /** The aspect that the note speaks of, where it is not the whole. */
  readonly about?: string;
}

export interface ContractNode {
  /** Such as `member Credential.partyId`, `parameter getUsers.offset` or `status getUsers 200`. */
  readonly name: string;
  readonly notes: readonly Note[];
  /** The notes of the schema that it refers to. */
  readonly notesOfSchema: readonly Note[];
}

/** All of them, in the document's order; what several operations share comes once for each. */
export function contractNodes(document: OpenApiDocument): readonly ContractNode[] {
  const operations = Object.values(document.paths).flatMap((item) => METHODS.flatMap((method) => item[method] ?? []));
  return [...operations.flatMap((operation) => operationNodes(document, operation)), ...componentNodes(document)];
}

function operationNodes(document: OpenApiDocument, operation: OperationObject): ContractNode[] {
  const { operationId: id, parameters = [], requestBody, responses, 'x-exactly-one-of': rule } = operation;
  return [
    nodeOf(document, `operation ${id}`, operation),
    ...(rule === undefined ? [] : [nodeOf(document, `rule ${id}`, rule)]),
    ...parameters.flatMap((parameter) => parameterNodes(document, id, resolveReference<ParameterObject>(document, parameter))),
    ...contentNodes(document, `${id} request`, requestBody?.content),
    ...Object.entries(responses).flatMap(([status, response]) =>
      responseNodes(document, `${id} ${status}`, resolveReference<ResponseObject>(document, response)),
    ),
  ];
}

function parameterNodes(document: OpenApiDocument, id: string, parameter: ParameterObject): ContractNode[] {
  const name = `${id}.${parameter.name}`;
  return [nodeOf(document, `parameter ${name}`, parameter, parameter.schema), ...memberNodes(document, name, parameter.schema)];
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
  const { schemas = {}, securitySchemes = {} } = document.components as Readonly<Record<string, Readonly<Record<string, SchemaObject>>>>;
  return [
    ...Object.entries(securitySchemes).map(([name, scheme]) => nodeOf(document, `security ${name}`, scheme)),
    ...Object.entries(schemas).flatMap(([name, schema]) =>
      // A schema with members says it at each of them.
      schema.properties === undefined ? [nodeOf(document, `schema ${name}`, schema)] : memberNodes(document, name, schema),
    ),
  ];
}

/** The members of a schema at every depth, without following references: those lead to components. */
function memberNodes(document: OpenApiDocument, name: string, schema: SchemaObject | Reference): ContractNode[] {
  if (isReference(schema)) return [];
  const { properties = {}, items, oneOf = [], anyOf = [], allOf = [] } = schema as NestedSchema;
  return [
    ...Object.entries(properties).flatMap(([member, inner]) => [
      nodeOf(document, `member ${name}.${member}`, inner, inner),
      ...memberNodes(document, `${name}.${member}`, inner),
    ]),
    ...(items === undefined ? [] : memberNodes(document, `${name}[]`, items)),
    ...[...oneOf, ...anyOf, ...allOf].flatMap((inner) => memberNodes(document, name, inner)),
  ];
}

interface NestedSchema extends Pick<SchemaObject, 'properties'> {
  readonly items?: SchemaObject | Reference;
  readonly oneOf?: readonly (SchemaObject | Reference)[];
  readonly anyOf?: readonly (SchemaObject | Reference)[];
  readonly allOf?: readonly (SchemaObject | Reference)[];
}

function nodeOf(document: OpenApiDocument, name: string, value: object, schema?: SchemaObject | Reference): ContractNode {
  const target = schema !== undefined && isReference(schema) ? resolveReference<SchemaObject>(document, { $ref: schema.$ref }) : {};
  return { name, notes: notesOf(value), notesOfSchema: notesOf(target) };
}

function notesOf(value: object): readonly Note[] {
  const { 'x-fidelity': notes = [] } = value as { readonly 'x-fidelity'?: Note | readonly Note[] };
  return [notes].flat();
}
