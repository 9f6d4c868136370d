/** Every place of the contract that can bear a note, with a name and with the operations that it belongs to. */

import { escapePointer } from '../json.js';
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
} from '../document.js';

export interface Place {
  readonly kind: 'service' | 'operation' | 'rule' | 'security' | 'parameter' | 'response' | 'header' | 'schema';
  /** JSON pointer into the document. */
  readonly where: string;
  /** The beginning of the IDs of its points: `getUsers.orderBy`, `Credential.freshness`. */
  readonly name: string;
  /** For people: `query parameter orderBy`. */
  readonly subject: string;
}

export interface CollectedPlace extends Place {
  readonly operations: ReadonlySet<string>;
}

/** The places by the object that stands there, in the order in which operations come by them. */
export function collectPlaces(document: OpenApiDocument): ReadonlyMap<object, CollectedPlace> {
  const places = new Map<object, CollectedPlace & { readonly operations: Set<string> }>();
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

/** Comes by everything that one operation reaches. */
class OperationWalk {
  readonly #document: OpenApiDocument;
  readonly #id: string;
  readonly #places: Map<object, CollectedPlace & { readonly operations: Set<string> }>;

  constructor(
    document: OpenApiDocument,
    id: string,
    places: Map<object, CollectedPlace & { readonly operations: Set<string> }>,
  ) {
    this.#document = document;
    this.#id = id;
    this.#places = places;
  }

  operation(operation: OperationObject, where: string): void {
    const {
      parameters = [],
      requestBody,
      responses,
      security = this.#document.security,
      'x-exactly-one-of': rule,
    } = operation;
    this.#enter(this.#document, { kind: 'service', where: '', name: 'service', subject: 'every operation' });
    this.#enter(operation, { kind: 'operation', where, name: this.#id, subject: this.#id });
    security.flatMap(Object.keys).forEach((name) => {
      this.#security(name);
    });
    if (rule !== undefined) {
      this.#enter(rule, {
        kind: 'rule',
        where: `${where}/x-exactly-one-of`,
        name: `${this.#id}.exactly-one-of`,
        subject: `exactly one of ${rule.parameters.join(' and ')}`,
      });
    }
    parameters.forEach((parameter, at) => {
      this.#parameter(parameter, `${where}/parameters/${at}`);
    });
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
    const scheme = this.#document.components['securitySchemes']?.[name] as { readonly scheme: string } | undefined;
    if (scheme !== undefined)
      this.#enter(scheme, {
        kind: 'security',
        where: `/components/securitySchemes/${name}`,
        name,
        subject: `HTTP authentication by ${scheme.scheme}`,
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

  #schema(schema: SchemaObject | Reference, place: Place): void {
    if (!this.#enter(schema, place)) return;
    if (isReference(schema)) {
      this.#schema(resolveReference<SchemaObject>(this.#document, schema), placeOf(schema, place));
      return;
    }
    const { where, name } = place;
    for (const [member, inner] of Object.entries(schema.properties ?? {})) {
      this.#schema(inner, {
        kind: 'schema',
        where: `${where}/properties/${escapePointer(member)}`,
        name: `${name}.${member}`,
        subject: `${name}.${member}`,
      });
    }
    const { items, oneOf = [] } = schema as Nested;
    if (items !== undefined)
      this.#schema(items, {
        kind: 'schema',
        where: `${where}/items`,
        name: `${name}[]`,
        subject: `items of ${place.subject}`,
      });
    oneOf.forEach((inner, at) => {
      this.#schema(inner, { ...place, where: `${where}/oneOf/${at}` });
    });
  }

  /** Notes that the operation comes by; false where it has done so before. */
  #enter(value: object, place: Place): boolean {
    const known = this.#places.get(value) ?? { ...place, operations: new Set<string>() };
    this.#places.set(value, known);
    if (known.operations.has(this.#id)) return false;
    known.operations.add(this.#id);
    return true;
  }
}

/** The keywords with schemas in them, beside `properties`, that the contract uses. */
interface Nested {
  readonly items?: SchemaObject | Reference;
  readonly oneOf?: readonly (SchemaObject | Reference)[];
}

/** Where the value itself stands, or the component that it refers to; a schema is called after the component. */
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
