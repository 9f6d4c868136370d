/** The places of a response whose single values show points, and the alternatives of a point that a value fits. */

import type { Contract } from '../../../../contract/contract.js';
import type { SchemaObject } from '../../../../contract/document.js';
import { brokenKeywords, coversKeyword, isLimit, REFUSAL } from '../../../../contract/fidelity/keywords.js';
import type { FidelityPoint } from '../../../../contract/fidelity/point.js';
import { namesAt } from '../../../../contract/variants/choose-variants.js';
import { shippedContracts } from '../../../../start/shipped.js';
import { isRedacted } from '../../../../traffic/values.js';
import { WORDS } from '../../words.js';
import { fitting, type Seen, STATED } from '../look.js';
import { type BodyPlace, placesIn, textOf } from './body-plan.js';
import { wordOrForm } from './value-forms.js';

/** A place whose values show an alternative of a point. */
export interface ValuePlace extends BodyPlace {
  readonly point: FidelityPoint;
  /** The schema of the place in each alternative, the contract's own first. */
  readonly alternatives: readonly (readonly [string, SchemaObject])[];
  /** What each value of the place showed when it was seen before. Most values occur many times. */
  readonly seen: Map<unknown, Seen>;
}

/** The most values of one place that are remembered. */
const MOST_SEEN = 1_000;

/** The patterns of values that the contract describes in its text, but not by a keyword of a schema. */
const SHAPES = new Map<string, RegExp>(Object.entries(WORDS.shapes).map(([id, pattern]) => [id, new RegExp(pattern)]));

/** The places of a response whose single values show a point. */
export function valuePlaces(
  contract: Contract,
  { id, status, places }: { readonly id: string; readonly status: number; readonly places: readonly BodyPlace[] },
): readonly ValuePlace[] {
  const { revision } = contract;
  const contracts = shippedContracts();
  const schemaIn = (place: BodyPlace, variants: Readonly<Record<string, string>>): SchemaObject => {
    const varied = contracts.in({ revision, variants });
    const schema = varied.operations.get(id as never)?.responses.get(status)?.schema;
    // The place of the varied contract that has this path.
    const same = schema && placesIn(varied, schema).find(({ path }) => textOf(path) === textOf(place.path));

    return same?.schema ?? place.schema;
  };

  const alternativesAt = (point: FidelityPoint, place: BodyPlace): ValuePlace['alternatives'] => {
    const varied = contracts.points.find((known) => known.point === point.variants?.point);
    if (varied === undefined) return [[STATED, place.schema]];

    return namesAt(varied).map((name) => [name, schemaIn(place, { [varied.point]: name })]);
  };

  return places.flatMap((place) => {
    const points = place.points.filter((point) => isOfValue(point, place.schema) || isOfMember(point, place.path));
    return points.map((point) => ({ ...place, point, alternatives: alternativesAt(point, place), seen: new Map() }));
  });
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
export function seenOf(place: ValuePlace, value: unknown): Seen | undefined {
  const { seen } = place;
  const remembered = seen.get(value);
  if (remembered !== undefined || isRedacted(value)) return remembered;

  const newSight = look(place, value);
  const isSame = ({ form, fits }: Seen): boolean => form === newSight.form && fits.join() === newSight.fits.join();
  // All values that show the same share one object, so that an exchange counts it once.
  const shared = [...seen.values()].find(isSame) ?? newSight;
  // Objects are equal only to themselves, so they are not remembered.
  if (seen.size >= MOST_SEEN) seen.clear();
  if (typeof value !== 'object') seen.set(value, shared);

  return shared;
}

/** Finds out which alternatives of the point a value fits. */
function look({ point, alternatives }: ValuePlace, value: unknown): Seen {
  const words = alternatives.flatMap(([, { enum: listed = [], const: only }]) => [...listed, only]);
  const text = typeof value === 'string' ? value : '';
  const isShaped = SHAPES.get(point.id)?.test(text);
  const fits = alternatives.filter(([, schema], at) => {
    // For a pattern, only the contract's own alternative (the first) is declared.
    if (isShaped !== undefined) return isShaped === (at === 0);

    const broken = brokenKeywords(schema, value);
    if (at > 0) return broken.length === 0;

    // A value of another type fits no alternative. Another look decides how times are written.
    const isOther = point.about === undefined && schema.format !== 'date-time' && broken.includes('type');

    return !isOther && !broken.some((keyword) => coversKeyword(point.about, keyword));
  });

  const names = fits.map(([name]) => name);
  return fitting(point.id, names, wordOrForm(value, words));
}
