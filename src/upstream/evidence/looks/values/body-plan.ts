/**
 * The places of a response body that have a schema. Because each place has its path, its values are found without
 * searching the schema again.
 */

import { isObject } from '../../../../common/json.js';
import type { Contract } from '../../../../contract/contract.js';
import type { Schema, SchemaObject } from '../../../../contract/document.js';
import type { FidelityPoint } from '../../../../contract/fidelity/point.js';
import { subschemas } from '../../../../contract/schema/schema-walk.js';

/** The step of a path that means every item of a list. */
const ITEM = '[]';

/** A place of a response body. */
export interface BodyPlace {
  /** Names of members, and `[]` for items. */
  readonly path: readonly string[];
  /** The names of the components that describe the place: `InstitutionUser`. */
  readonly components: readonly string[];
  readonly schema: SchemaObject;
  /** The points of the contract at this place. */
  readonly points: readonly FidelityPoint[];
}

/** Every place inside the schema, and the schema itself. Alternatives (`oneOf`) have the path of their place. */
export function bodyPlacesIn(contract: Contract, schema: Schema): readonly BodyPlace[] {
  const { at: pointsAt, chain } = contract.fidelity();
  const places: BodyPlace[] = [];
  const add = (part: Schema, path: readonly string[]): void => {
    const steps = chain(part) as readonly Schema[];
    const target = steps.at(-1) as SchemaObject;
    // The last part of a reference is the name of the component.
    const components = steps.flatMap((step) => ('$ref' in step ? [String(step.$ref).split('/').at(-1)!] : []));

    places.push({ path, components, schema: target, points: steps.flatMap((step) => pointsAt(step)) });
    // Alternatives have the path of their place. Members without a declared name have none.
    for (const { keyword, key, schema: inner } of subschemas(target))
      if (keyword === 'properties') add(inner, [...path, key!]);
      else if (keyword === 'items') add(inner, [...path, ITEM]);
      else if (keyword !== 'additionalProperties') add(inner, path);
  };

  add(schema, []);

  return places;
}

/**
 * The values at a path.
 * @param from how many steps of the path were taken already
 */
export function valuesAt(body: unknown, path: readonly string[], from = 0): unknown[] {
  if (from === path.length) return body === undefined ? [] : [body];

  const step = path[from]!;
  if (step === ITEM) return Array.isArray(body) ? body.flatMap((item: unknown) => valuesAt(item, path, from + 1)) : [];
  if (!isObject(body) || !Object.hasOwn(body, step)) return [];

  return valuesAt(body[step], path, from + 1);
}

/** The objects among the places. Alternatives at one path become one object with the members of all. */
export function objectsIn(places: readonly BodyPlace[]): readonly BodyPlace[] {
  const objects = new Map<string, BodyPlace>();
  for (const place of places.filter(({ schema: { properties } }) => properties !== undefined)) {
    const path = textOf(place.path);
    const merged = objects.get(path) ?? place;
    const properties = { ...merged.schema.properties, ...place.schema.properties };
    objects.set(path, { ...merged, schema: { ...merged.schema, properties } });
  }

  return [...objects.values()];
}

/** A path as text: `/items/[]/email`. */
export function textOf(path: readonly string[]): string {
  return path.map((name) => `/${name}`).join('');
}
