/** Collects every place of the contract that can have a note, and the operations that reach it. */

import {
  authorizationSchemeOf,
  isReference,
  METHODS,
  resolveReference,
  type Content,
  type OpenApiDocument,
  type OperationObject,
  type ParameterObject,
  type Reference,
  type ResponseObject,
  type SchemaObject,
  type SecurityScheme,
} from '../document.js';
import { escapePointer } from '../../common/json.js';
import { pointerToSubschema, subschemas, type Subschema } from '../schema/schema-walk.js';

export interface NotePlace {
  readonly kind: 'service' | 'operation' | 'rule' | 'security' | 'parameter' | 'response' | 'header' | 'schema';
  /** JSON pointer into the document. */
  readonly where: string;
  /** The beginning of the IDs of its points: `<operation>.<parameter>`, `<Schema>.<member>`. */
  readonly name: string;
  /** For people: `query parameter orderBy`. */
  readonly subject: string;
}

export interface CollectedPlace extends NotePlace {
  /** The IDs of the operations that reach the place. */
  readonly operations: ReadonlySet<string>;
}

/** A part of the document with its place, and the function that finds the parts inside it. */
type Part = readonly [
  value: object,
  place: NotePlace,
  partsOf?: ((value: never, place: NotePlace) => Part[]) | undefined,
];

/** The places by their object in the document, in the order in which the operations reach them. */
export function collectPlaces(document: OpenApiDocument): ReadonlyMap<object, CollectedPlace> {
  const places = new Map<object, NotePlace & { readonly operations: Set<string> }>();
  for (const [path, item] of Object.entries(document.paths)) {
    for (const method of METHODS) {
      const operation = item[method];
      if (operation === undefined) continue;
      const { operationId } = operation;
      const visit = ([value, own, partsOf]: Part): void => {
        const known = places.get(value) ?? { ...own, operations: new Set<string>() };
        places.set(value, known);
        if (known.operations.has(operationId)) return;
        known.operations.add(operationId);
        if (isReference(value)) visit([resolveReference<object>(document, value), placeOfTarget(value, own), partsOf]);
        else partsOf?.(value as never, own).forEach(visit);
      };
      visit([document, { kind: 'service', where: '', name: 'service', subject: 'every operation' }]);
      visit(operationPart(document, operation, `/paths/${escapePointer(path)}/${method}`));
    }
  }
  return places;
}

function operationPart(document: OpenApiDocument, operation: OperationObject, where: string): Part {
  const { operationId: id, parameters = [], requestBody, responses, security = document.security } = operation;
  const { 'x-exactly-one-of': rule } = operation;
  const request: NotePlace = {
    kind: 'schema',
    where: `${where}/requestBody`,
    name: `${id}.request`,
    subject: `${id}: request body`,
  };
  const parts = (): Part[] => [
    ...security.flatMap(Object.keys).flatMap((name) => securityPart(document, name)),
    ...(rule === undefined ? [] : [rulePart(rule, where, id)]),
    ...parameters.map((parameter, at) => parameterPart(document, parameter, `${where}/parameters/${at}`, id)),
    ...contentParts(requestBody?.content, request),
    ...Object.entries(responses).map(([status, response]): Part => [
      response,
      { kind: 'response', where: `${where}/responses/${status}`, name: `${id}.${status}`, subject: `status ${status}` },
      responseParts,
    ]),
  ];
  return [operation, { kind: 'operation', where, name: id, subject: id }, parts];
}

function securityPart({ components }: OpenApiDocument, name: string): Part[] {
  const scheme = components['securitySchemes']?.[name] as SecurityScheme | undefined;
  if (scheme === undefined) return [];
  const subject = `HTTP authentication by ${authorizationSchemeOf(scheme)}`;
  return [[scheme, { kind: 'security', where: `/components/securitySchemes/${name}`, name, subject }]];
}

function rulePart(rule: NonNullable<OperationObject['x-exactly-one-of']>, where: string, id: string): Part {
  const subject = `exactly one of ${rule.parameters.join(' and ')}`;
  return [rule, { kind: 'rule', where: `${where}/x-exactly-one-of`, name: `${id}.exactly-one-of`, subject }];
}

function parameterPart(
  document: OpenApiDocument,
  parameter: ParameterObject | Reference,
  where: string,
  id: string,
): Part {
  const { in: kind, name } = resolveReference<ParameterObject>(document, parameter);
  return [
    parameter,
    { kind: 'parameter', where, name: `${id}.${name}`, subject: `${kind} parameter ${name}` },
    ({ schema }: ParameterObject, place) => [[schema, { ...place, where: `${place.where}/schema` }, schemaParts]],
  ];
}

function responseParts({ headers = {}, content }: ResponseObject, { where, name }: NotePlace): Part[] {
  const headerParts = Object.entries(headers).map(([header, value]): Part => [
    value,
    { kind: 'header', where: `${where}/headers/${header}`, name: `${name}.${header}`, subject: `header ${header}` },
  ]);
  return [
    ...headerParts,
    ...contentParts(content, { kind: 'schema', where, name: `${name}.body`, subject: `${name}, body` }),
  ];
}

function contentParts(content: Content = {}, place: NotePlace): Part[] {
  return Object.entries(content).map(([mediaType, { schema }]) => [
    schema,
    { ...place, where: `${place.where}/content/${escapePointer(mediaType)}/schema` },
    schemaParts,
  ]);
}

function schemaParts(schema: SchemaObject, place: NotePlace): Part[] {
  return subschemas(schema).map((inner) => [inner.schema, placeOfSubschema(place, inner), schemaParts]);
}

/** The place of a value, or of the component that it refers to. A schema has the name of its component. */
function placeOfTarget(value: object, own: NotePlace): NotePlace {
  if (!isReference(value)) return own;
  const name = value.$ref.slice(value.$ref.lastIndexOf('/') + 1);
  const isSchema = value.$ref.startsWith('#/components/schemas/');
  return {
    kind: isSchema ? 'schema' : own.kind,
    where: value.$ref.slice(1),
    name,
    subject: isSchema ? name : own.subject,
  };
}

/** Alternatives describe the same value, so they share the name of the schema around them. */
function placeOfSubschema(around: NotePlace, subschema: Subschema): NotePlace {
  const where = around.where + pointerToSubschema(subschema);
  const { keyword, key = '' } = subschema;
  const { name, subject } = around;
  const member = `${name}.${key}`;
  if (keyword === 'properties') return { kind: 'schema', where, name: member, subject: member };
  if (keyword === 'additionalProperties')
    return { kind: 'schema', where, name: `${name}.*`, subject: `other members of ${subject}` };
  if (keyword === 'items' || keyword === 'prefixItems')
    return { kind: 'schema', where, name: `${name}[]`, subject: `items of ${subject}` };
  return { ...around, where };
}
