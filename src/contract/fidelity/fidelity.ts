/** What everything in the contract rests on: the notes `x-fidelity` of the document, as points. */

import { referenceChain, type OpenApiDocument } from '../document.js';
import { isObject } from '../json.js';
import { collectPlaces, type CollectedPlace } from './collect-places.js';
import { BASES, type FidelityNote, type FidelityPoint } from './point.js';

export interface Fidelity {
  /** All of them, in the order in which operations come by them. */
  readonly points: readonly FidelityPoint[];
  /** Those of one object of the document: an operation, a parameter, a schema ... */
  readonly at: (value: object) => readonly FidelityPoint[];
  /** Everything that a reference of the document leads to, itself included; any other value alone. Worked out once for each. */
  readonly chain: (value: object) => readonly object[];
}

/**
 * Reads every note that an operation reaches.
 * @throws Error where a note has no known basis, or two points would have the same ID
 */
export function readFidelity(document: OpenApiDocument): Fidelity {
  const byPlace = new Map<object, readonly FidelityPoint[]>();
  for (const [value, place] of collectPlaces(document)) {
    const points = notesOf(value, place).map((note) => pointOf(note, place));
    if (points.length > 0) byPlace.set(value, points);
  }
  const points = [...byPlace.values()].flat();
  refuseTwins(points);
  return { points, at: (value) => byPlace.get(value) ?? NONE, chain: rememberingChain(document) };
}

const NONE: readonly FidelityPoint[] = [];

function rememberingChain(document: OpenApiDocument): Fidelity['chain'] {
  const known = new WeakMap<object, readonly object[]>();
  return (value) => {
    let chain = known.get(value);
    if (chain === undefined) known.set(value, (chain = referenceChain(document, value)));
    return chain;
  };
}

function notesOf(value: object, { where }: CollectedPlace): readonly FidelityNote[] {
  const { 'x-fidelity': notes = [] } = value as { readonly 'x-fidelity'?: unknown };
  return [notes].flat().map((note: unknown) => {
    if (isObject(note) && BASES.some((basis) => basis === note['basis'])) return note as unknown as FidelityNote;
    throw new Error(
      `the contract has a note without a basis that is known, one of ${BASES.join(', ')}: ${where}/x-fidelity`,
    );
  });
}

function pointOf({ basis, section, note, about, when, variants }: FidelityNote, place: CollectedPlace): FidelityPoint {
  const { name, operations, where } = place;
  return {
    id: about === undefined ? name : `${name}:${about}`,
    basis,
    subject: about === undefined ? subjectOf(place) : `${subjectOf(place)}, ${about.replaceAll('-', ' ')}`,
    ...(section !== undefined && { section }),
    ...(note !== undefined && { note }),
    ...(about !== undefined && { about }),
    ...(when !== undefined && { when }),
    ...(variants !== undefined && { variants }),
    operations: [...operations],
    where,
  };
}

/** A part that one operation alone has is told with it. */
function subjectOf({ kind, subject, operations }: CollectedPlace): string {
  const [operation = '', ...others] = operations;
  const isPart = kind === 'rule' || kind === 'parameter' || kind === 'response' || kind === 'header';
  return isPart && others.length === 0 ? `${operation}: ${subject}` : subject;
}

function refuseTwins(points: readonly FidelityPoint[]): void {
  const known = new Set<string>();
  for (const { id, where } of points) {
    if (known.has(id))
      throw new Error(
        `the contract has two notes that would both be called ${id}; the second is at ${where}/x-fidelity`,
      );
    known.add(id);
  }
}
