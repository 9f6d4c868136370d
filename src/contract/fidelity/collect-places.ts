/** Collects every place of the contract that can have a note, with its name and the operations that reach it. */

import {
  authorizationSchemeOf,
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
  type Schema,
  type SchemaObject,
  type SecurityScheme,
} from '../document.js';
import { escapePointer } from '../../common/json.js';
import { pointerToSubschema, subschemas, type Subschema } from '../schema/schema-walk.js';

export interface Place {
  readonly kind: 'service' | 'operation' | 'rule' | 'security' | 'parameter' | 'response' | 'header' | 'schema';
  /** JSON pointer into the document. */
  readonly where: string;
  /** The beginning of the IDs of its points, made from names of the document: `<operation>.<parameter>`, `<Schema>.<member>`. */
  readonly name: string;
  /** For people: `query parameter orderBy`. */
  readonly subject: string;
}

export interface CollectedPlace extends Place {
  /** The IDs of the operations that reach it. */
  readonly operations: ReadonlySet<string>;
}

/** The places by the object at each, in the order in which the operations reach them. */
export function collectPlaces(document: OpenApiDocument): ReadonlyMap<object, CollectedPlace> {
  const places = new Map<object, OpenPlace>();
  for (const [path, item] of Object.entries(document.paths)) {
    for (const method of METHODS) {
      const operation = item[method];
      if (operation === undefined) continue;
      const walk = new OperationWalk(document, operation.operationId, places);
      walk.operation(operation, `/paths/${escapePointer(path)}/${method}`);
    }
  }
  return places;
}

/** A place whose operations are still being collected. */
interface OpenPlace extends Place {
  readonly operations: Set<string>;
}

/** Visits everything that one operation reaches. */
class OperationWalk {
  readonly #document: OpenApiDocument;
  readonly #id: string;
  readonly #places: Map<object, OpenPlace>;

  constructor(document: OpenApiDocument, id: string, places: Map<object, OpenPlace>) {
    this.#document = document;
    this.#id = id;
    this.#places = places;
  }

  operation(operation: OperationObject, where: string): void {
    const { parameters = [], requestBody, responses, security = this.#document.security } = operation;
    this.#enter(this.#document, { kind: 'service', where: '', name: 'service', subject: 'every operation' });
    this.#enter(operation, { kind: 'operation', where, name: this.#id, subject: this.#id });
    for (const name of security.flatMap(Object.keys)) this.#security(name);
    this.#rule(operation, where);
    for (const [at, parameter] of parameters.entries()) this.#parameter(parameter, `${where}/parameters/${at}`);
    this.#content(requestBody?.content, {
      kind: 'schema',
      where: `${where}/requestBody`,
      name: `${this.#id}.request`,
      subject: `${this.#id}: request body`,
    });
    for (const [status, response] of Object.entries(responses))
      this.#response(response, status, `${where}/responses/${status}`);
  }

  #security(name: string): void {
    const scheme = this.#document.components['securitySchemes']?.[name] as SecurityScheme | undefined;
    if (scheme === undefined) return;
    const where = `/components/securitySchemes/${name}`;
    this.#enter(scheme, {
      kind: 'security',
      where,
      name,
      subject: `HTTP authentication by ${authorizationSchemeOf(scheme)}`,
    });
  }

  #rule({ 'x-exactly-one-of': rule }: OperationObject, operationWhere: string): void {
    if (rule === undefined) return;
    this.#enter(rule, {
      kind: 'rule',
      where: `${operationWhere}/x-exactly-one-of`,
      name: `${this.#id}.exactly-one-of`,
      subject: `exactly one of ${rule.parameters.join(' and ')}`,
    });
  }

  #parameter(parameter: ParameterObject | Reference, where: string): void {
    const target = resolveReference<ParameterObject>(this.#document, parameter);
    const place = placeOf(parameter, {
      kind: 'parameter',
      where,
      name: `${this.#id}.${target.name}`,
      subject: `${target.in} parameter ${target.name}`,
    });
    if (this.#enter(target, place)) this.#schema(target.schema, { ...place, where: `${place.where}/schema` });
  }

  #response(response: ResponseObject | Reference, status: string, where: string): void {
    const target = resolveReference<ResponseObject>(this.#document, response);
    const place = placeOf(response, {
      kind: 'response',
      where,
      name: `${this.#id}.${status}`,
      subject: `status ${status}`,
    });
    if (!this.#enter(target, place)) return;
    for (const [name, header] of Object.entries(target.headers ?? {})) {
      const own: Place = {
        kind: 'header',
        where: `${place.where}/headers/${name}`,
        name: `${place.name}.${name}`,
        subject: `header ${name}`,
      };
      this.#enter(resolveReference<HeaderObject>(this.#document, header), placeOf(header, own));
    }
    this.#content(target.content, {
      kind: 'schema',
      where: place.where,
      name: `${place.name}.body`,
      subject: `${place.name}, body`,
    });
  }

  #content(content: Content = {}, place: Place): void {
    for (const [mediaType, { schema }] of Object.entries(content)) {
      this.#schema(schema, { ...place, where: `${place.where}/content/${escapePointer(mediaType)}/schema` });
    }
  }

  #schema(schema: Schema, place: Place): void {
    if (!this.#enter(schema, place)) return;
    if (isReference(schema)) {
      this.#schema(resolveReference<SchemaObject>(this.#document, schema), placeOf(schema, place));
      return;
    }
    for (const inner of subschemas(schema)) this.#schema(inner.schema, placeOfSubschema(place, inner));
  }

  /** Records that the operation reaches the place; false if it has reached it before. */
  #enter(value: object, place: Place): boolean {
    const known = this.#places.get(value) ?? { ...place, operations: new Set<string>() };
    this.#places.set(value, known);
    if (known.operations.has(this.#id)) return false;
    known.operations.add(this.#id);
    return true;
  }
}

/** The place of a value, or of the component that it refers to. A schema has the name of its component. */
function placeOf(value: object, own: Place): Place {
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
function placeOfSubschema(around: Place, subschema: Subschema): Place {
  const where = around.where + pointerToSubschema(subschema);
  const { name } = around;
  switch (subschema.keyword) {
    case 'properties': {
      const member = `${name}.${subschema.key ?? ''}`;
      return { kind: 'schema', where, name: member, subject: member };
    }
    case 'additionalProperties':
      return { kind: 'schema', where, name: `${name}.*`, subject: `other members of ${around.subject}` };
    case 'items':
    case 'prefixItems':
      return { kind: 'schema', where, name: `${name}[]`, subject: `items of ${around.subject}` };
    default:
      return { ...around, where };
  }
}
