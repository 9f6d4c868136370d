/** The basis of every part of the contract: the `x-fidelity` notes of the document, as points. */

import { authorizationSchemeOf, isReference, METHODS, referenceChain, resolveReference } from '../document.js';
import type { Content, OpenApiDocument, OperationObject, ParameterObject, Reference } from '../document.js';
import type { ReferenceChain, ResponseObject, Schema, SchemaObject, SecurityScheme } from '../document.js';
import { escapePointer, isObject, previewValue, withoutUndefined } from '../../common/json.js';
import { BASES, type FidelityNote, type FidelityPoint } from './point.js';
import { pointerToSubschema, subschemas, type Subschema } from '../schema/schema-walk.js';

/** The points of one document. */
export interface Fidelity {
  /** All points, in the order in which the operations reach them. */
  readonly points: readonly FidelityPoint[];
  /** The points of one object of the document: an operation, a parameter, a schema. */
  readonly at: (value: object) => readonly FidelityPoint[];
  /** Follows the references of the document. */
  readonly chain: ReferenceChain;
}

/**
 * Reads every note that an operation reaches.
 * @throws Error if a note has no known basis, or two points would have the same ID
 */
export function readFidelity(document: OpenApiDocument): Fidelity {
  const byPlace = new Map<object, readonly FidelityPoint[]>();
  for (const [value, place] of new PlaceCollector(document).places) {
    const points = notesOf(value, place).map((note) => pointOf(note, place));
    if (points.length > 0) byPlace.set(value, points);
  }

  const points = [...byPlace.values()].flat();
  refuseDuplicateIds(points);
  const chain: ReferenceChain = (value) => referenceChain(document, value);

  return { points, at: (value) => byPlace.get(value) ?? [], chain };
}

/** The notes that stand at a place: `x-fidelity` is one note or a list. */
function notesOf(value: object, { where }: CollectedPlace): readonly FidelityNote[] {
  const { 'x-fidelity': found = [] } = value as { readonly 'x-fidelity'?: unknown };
  const notes = [found].flat() as readonly unknown[];
  for (const note of notes) {
    const isNote = isObject(note) && BASES.some((basis) => basis === note['basis']);
    const expected = `a note with a basis, one of ${BASES.join(', ')}`;
    if (!isNote) throw new Error(`${where}/x-fidelity: expected ${expected}, found ${previewValue(note)}`);
  }

  return notes as readonly FidelityNote[];
}

/** The point that a note describes. Its ID begins with the name of the place. */
function pointOf({ basis, section, note, about, when, variants }: FidelityNote, place: CollectedPlace): FidelityPoint {
  const { name, operations, where } = place;
  return {
    id: about === undefined ? name : `${name}:${about}`,
    basis,
    subject: about === undefined ? subjectOf(place) : `${subjectOf(place)}, ${about.replaceAll('-', ' ')}`,
    ...withoutUndefined({ section, note, about, when, variants }),
    operations: [...operations],
    where,
  };
}

/** The subject of a place, for people. If the place belongs to one operation, the name of the operation comes first. */
function subjectOf({ kind, subject, operations }: CollectedPlace): string {
  const [operation = '', ...others] = operations;
  const isInOperation = ['rule', 'parameter', 'response', 'header'].includes(kind);
  return isInOperation && others.length === 0 ? `${operation}: ${subject}` : subject;
}

/** Refuses two points with one ID: evidence and reports tell points apart by their IDs alone. */
function refuseDuplicateIds(points: readonly FidelityPoint[]): void {
  const knownIds = new Set<string>();
  for (const { id, where } of points) {
    if (knownIds.has(id))
      throw new Error(`${where}/x-fidelity: another note has the ID ${id} already; change its "about"`);
    knownIds.add(id);
  }
}

/** An object of the document that may have notes: a parameter, a response, a schema. */
interface NotePlace {
  readonly kind: 'service' | 'operation' | 'rule' | 'security' | 'parameter' | 'response' | 'header' | 'schema';
  /** JSON pointer into the document. */
  readonly where: string;
  /** The beginning of the IDs of its points: `<operation>.<parameter>`, `<Schema>.<member>`. */
  readonly name: string;
  /** For people: `query parameter orderBy`. */
  readonly subject: string;
}

/** A place that was reached. */
interface CollectedPlace extends NotePlace {
  /** The IDs of the operations that reach the place. */
  readonly operations: Set<string>;
}

/**
 * Collects the places of a document. An operation reaches its own object, and everything that is in it or that its
 * references lead to. Places come in the order in which operations reach them.
 */
class PlaceCollector {
  readonly places = new Map<object, CollectedPlace>();
  readonly #document: OpenApiDocument;
  /** The ID of the operation whose places are added. */
  #operation = '';

  constructor(document: OpenApiDocument) {
    this.#document = document;
    for (const [path, item] of Object.entries(document.paths)) {
      for (const method of METHODS) {
        const operation = item[method];
        if (operation !== undefined) this.#addOperation(operation, `/paths/${escapePointer(path)}/${method}`);
      }
    }
  }

  /** Adds the places of an operation: of the whole service, of the operation itself, of its request and responses. */
  #addOperation(source: OperationObject, where: string): void {
    const { operationId: id, parameters = [], requestBody, responses } = source;
    const { security = this.#document.security, 'x-exactly-one-of': rule } = source;

    this.#operation = id;
    this.#add(this.#document, { kind: 'service', where: '', name: 'service', subject: 'every operation' });
    this.#add(source, { kind: 'operation', where, name: id, subject: id });

    for (const name of security.flatMap(Object.keys)) this.#addSecurity(name);
    if (rule !== undefined) {
      const subject = `exactly one of ${rule.parameters.join(' and ')}`;
      const name = `${id}.exactly-one-of`;
      this.#add(rule, { kind: 'rule', where: `${where}/x-exactly-one-of`, name, subject });
    }

    for (const [at, parameter] of parameters.entries()) this.#addParameter(parameter, `${where}/parameters/${at}`);

    const subject = `${id}: request body`;
    this.#addContent(requestBody?.content, `${where}/requestBody`, { name: `${id}.request`, subject });

    for (const [status, response] of Object.entries(responses)) {
      const names = { name: `${id}.${status}`, subject: `status ${status}` };
      this.#addResponse(response, { kind: 'response', where: `${where}/responses/${status}`, ...names });
    }
  }

  #addSecurity(name: string): void {
    const scheme = this.#document.components['securitySchemes']?.[name] as SecurityScheme | undefined;
    if (scheme === undefined) return;

    const subject = `HTTP authentication by ${authorizationSchemeOf(scheme)}`;
    this.#add(scheme, { kind: 'security', where: `/components/securitySchemes/${name}`, name, subject });
  }

  #addParameter(parameter: ParameterObject | Reference, where: string): void {
    const { in: part, name } = resolveReference<ParameterObject>(this.#document, parameter);
    const names = { name: `${this.#operation}.${name}`, subject: `${part} parameter ${name}` };
    const added = this.#add(parameter, { kind: 'parameter', where, ...names });
    if (added === undefined) return;

    const { value, place } = added;
    this.#addSchema(value.schema, { ...place, where: `${place.where}/schema` });
  }

  #addResponse(response: ResponseObject | Reference, ownPlace: NotePlace): void {
    const added = this.#add(response, ownPlace);
    if (added === undefined) return;

    const { headers = {}, content } = added.value;
    const { where, name } = added.place;
    for (const [header, value] of Object.entries(headers)) {
      const names = { name: `${name}.${header}`, subject: `header ${header}` };
      this.#add(value, { kind: 'header', where: `${where}/headers/${header}`, ...names });
    }

    this.#addContent(content, where, { name: `${name}.body`, subject: `${name}, body` });
  }

  #addContent(content: Content = {}, where: string, names: Pick<NotePlace, 'name' | 'subject'>): void {
    for (const [mediaType, { schema }] of Object.entries(content)) {
      const pointer = `${where}/content/${escapePointer(mediaType)}/schema`;
      this.#addSchema(schema, { kind: 'schema', where: pointer, ...names });
    }
  }

  #addSchema(schema: Schema, ownPlace: NotePlace): void {
    const added = this.#add<SchemaObject>(schema, ownPlace);
    if (added === undefined) return;

    const { value, place } = added;
    for (const inner of subschemas(value)) this.#addSchema(inner.schema, placeOfSubschema(place, inner));
  }

  /**
   * Adds a value, and the component that it refers to.
   * @param ownPlace the place of the value
   * @returns the component or the value, with its place; undefined if the operation has reached it before
   */
  #add<Value extends object>(value: Value | Reference, ownPlace: NotePlace): Placed<Value> | undefined {
    const collected = this.places.get(value) ?? { ...ownPlace, operations: new Set<string>() };
    this.places.set(value, collected);
    // Without this check, schemas that refer to themselves would be followed for ever.
    if (collected.operations.has(this.#operation)) return undefined;

    collected.operations.add(this.#operation);
    if (!isReference(value)) return { value, place: ownPlace };

    return this.#add(resolveReference<Value>(this.#document, value), placeOfTarget(value, ownPlace));
  }
}

/** An object without references, and its place. */
interface Placed<Value> {
  readonly value: Value;
  readonly place: NotePlace;
}

/** The place of the component that a value refers to. A schema has the name of its component. */
function placeOfTarget({ $ref }: Reference, ownPlace: NotePlace): NotePlace {
  const where = $ref.slice(1);
  const name = $ref.slice($ref.lastIndexOf('/') + 1);
  const isSchema = $ref.startsWith('#/components/schemas/');

  return isSchema ? { kind: 'schema', where, name, subject: name } : { ...ownPlace, where, name };
}

/**
 * The place of a schema inside another one. Alternatives describe the value of the outer schema, so their places have
 * the name of the outer place.
 */
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
