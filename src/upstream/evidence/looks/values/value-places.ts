/** The places of a response whose single values show points, and the alternatives of a point that a value fits. */

import type { Contract } from '../../../../contract/contract.js';
import type { SchemaObject } from '../../../../contract/document.js';
import { brokenKeywords, coversKeyword, isLimit, REFUSAL } from '../../../../contract/fidelity/keywords.js';
import type { FidelityPoint } from '../../../../contract/fidelity/point.js';
import { namesAt } from '../../../../contract/variants/choose-variants.js';
import { shippedContracts } from '../../../../start/shipped.js';
import { isRedacted } from '../../../../traffic/values.js';
import { WORDS } from '../../words.js';
import { fitting, type Sight, STATED } from '../look.js';
import { type BodyPlace, bodyPlacesIn, textOf } from './body-plan.js';
import { wordOrForm } from './value-forms.js';

/** A place whose values show an alternative of a point. */
export interface ValuePlace extends BodyPlace {
  readonly point: FidelityPoint;
  /** The schema of the place in each alternative, the contract's own first. */
  readonly alternatives: readonly (readonly [string, SchemaObject])[];
  /** What each value of the place showed when it was seen before. Most values occur many times. */
  readonly sights: Map<unknown, Sight>;
}

/** The most values of one place that are remembered. */
const MOST_VALUES = 1_000;

/** The patterns of values that the contract describes in its text, but not by a keyword of a schema. */
const SHAPES = new Map<string, RegExp>(Object.entries(WORDS.shapes).map(([id, pattern]) => [id, new RegExp(pattern)]));

/** A kind of responses: those of one operation with one status. */
interface ResponseKind {
  /** The revision of the contract. */
  readonly revision: string;
  readonly id: string;
  readonly status: number;
}

/** The places of a response whose single values show a point. */
export function valuePlaces(kind: ResponseKind, places: readonly BodyPlace[]): readonly ValuePlace[] {
  const found: ValuePlace[] = [];
  for (const place of places)
    for (const point of place.points) {
      if (!isOfValue(point, place.schema) && !isOfMember(point, place.path)) continue;

      const alternatives = alternativesAt(place, point, kind);
      found.push({ ...place, point, alternatives, sights: new Map() });
    }

  return found;
}

/** The schema of a place in each alternative of a point, the contract's own first. */
function alternativesAt(place: BodyPlace, point: FidelityPoint, kind: ResponseKind): ValuePlace['alternatives'] {
  const contracts = shippedContracts();
  const varied = contracts.points.find((known) => known.point === point.variants?.point);
  if (varied === undefined) return [[STATED, place.schema]];

  return namesAt(varied).map((name) => {
    const contract = contracts.in({ revision: kind.revision, variants: { [varied.point]: name } });
    return [name, schemaAt(place.path, contract, kind) ?? place.schema];
  });
}

/** The schema at a path of a response; undefined if the contract has no such place. */
function schemaAt(path: readonly string[], contract: Contract, kind: ResponseKind): SchemaObject | undefined {
  const operation = contract.operations.get(kind.id as never);
  const schema = operation?.responses.get(kind.status)?.schema;
  if (schema === undefined) return undefined;

  return bodyPlacesIn(contract, schema).find((place) => textOf(place.path) === textOf(path))?.schema;
}

/**
 * Whether single values show the point. Forms of times and addresses, and whole objects, have looks of their own, so
 * their points do not count.
 */
function isOfValue({ id, about }: FidelityPoint, { properties }: SchemaObject): boolean {
  // A refusal and a default are about requests, not about values of responses.
  const isShape = about === 'values' || (isLimit(about) && about !== REFUSAL && about !== 'default');
  return SHAPES.has(id) || (isShape && about !== 'format' && properties === undefined);
}

/** Whether the point says only that a member exists, which the specification does not show. */
function isOfMember({ about, basis, variants }: FidelityPoint, path: readonly string[]): boolean {
  return about === undefined && basis !== 'specified' && variants === undefined && path.length > 0;
}

/** What a value shows of the point. Undefined if an exporter may have inserted the value. */
export function sightOf(place: ValuePlace, value: unknown): Sight | undefined {
  const { sights } = place;
  if (isRedacted(value)) return undefined;

  const sight = sights.get(value) ?? newSight(place, value);
  if (sights.size >= MOST_VALUES) sights.clear();
  // Objects are equal only to themselves, so they are not remembered.
  if (typeof value !== 'object') sights.set(value, sight);

  return sight;
}

/** Finds out which alternatives of the point a value fits. */
function newSight({ point, alternatives }: ValuePlace, value: unknown): Sight {
  const words = alternatives.flatMap(([, schema]) => [...(schema.enum ?? []), schema.const]);
  const form = wordOrForm(value, words);
  const names = alternatives.map(([name]) => name);

  const shape = SHAPES.get(point.id);
  if (shape !== undefined) {
    // Only the contract's own alternative, which is the first, declares the pattern.
    const isShaped = typeof value === 'string' && shape.test(value);
    return fitting(point.id, isShaped ? names.slice(0, 1) : names.slice(1), form);
  }

  const fits: string[] = [];
  for (const [at, [name, schema]] of alternatives.entries()) {
    const isFitting = at === 0 ? fitsOwn(point, schema, value) : brokenKeywords(schema, value).length === 0;
    if (isFitting) fits.push(name);
  }

  return fitting(point.id, fits, form);
}

/** Whether a value fits the contract's own alternative of a point. */
function fitsOwn({ about }: FidelityPoint, schema: SchemaObject, value: unknown): boolean {
  const broken = brokenKeywords(schema, value);
  // A value of another type fits no alternative. (How times are written, another look decides.)
  if (about === undefined && schema.format !== 'date-time' && broken.includes('type')) return false;

  return !broken.some((keyword) => coversKeyword(about, keyword));
}
