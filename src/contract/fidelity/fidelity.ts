/** The basis of every part of the contract: the `x-fidelity` notes of the document, as points. */

import { referenceChain, type OpenApiDocument, type ReferenceChain } from '../document.js';
import { isObject, previewValue, withoutUndefined } from '../../common/json.js';
import { collectPlaces, type CollectedPlace } from './collect-places.js';
import { BASES, type FidelityNote, type FidelityPoint } from './point.js';

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
  for (const [value, place] of collectPlaces(document)) {
    const points = notesOf(value, place).map((note) => pointOf(note, place));
    if (points.length > 0) byPlace.set(value, points);
  }
  const points = [...byPlace.values()].flat();
  refuseDuplicateIds(points);
  const chain: ReferenceChain = (value) => referenceChain(document, value);
  return { points, at: (value) => byPlace.get(value) ?? NO_POINTS, chain };
}

const NO_POINTS: readonly FidelityPoint[] = [];

function notesOf(value: object, { where }: CollectedPlace): readonly FidelityNote[] {
  const { 'x-fidelity': notes = [] } = value as { readonly 'x-fidelity'?: unknown };
  return [notes].flat().map((note: unknown) => {
    if (isObject(note) && BASES.some((basis) => basis === note['basis'])) return note as unknown as FidelityNote;
    throw new Error(
      `${where}/x-fidelity: expected a note with a basis, one of ${BASES.join(', ')}, found ${previewValue(note)}`,
    );
  });
}

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
  const isPart = kind === 'rule' || kind === 'parameter' || kind === 'response' || kind === 'header';
  return isPart && others.length === 0 ? `${operation}: ${subject}` : subject;
}

function refuseDuplicateIds(points: readonly FidelityPoint[]): void {
  const known = new Set<string>();
  for (const { id, where } of points) {
    if (known.has(id))
      throw new Error(`${where}/x-fidelity: another note has the ID ${id} already; change its "about"`);
    known.add(id);
  }
}
