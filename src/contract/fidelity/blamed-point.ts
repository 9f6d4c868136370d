/** Which point of the contract an answer breaks. */

import type { ErrorObject } from 'ajv';
import { parsePointer } from '../json.js';
import type { OpenApiDocument, Reference, SchemaObject } from '../document.js';
import { REFUSAL, speaksOf } from './keywords.js';
import type { Fidelity } from './fidelity.js';
import type { Chain } from './parts.js';
import type { FidelityPoint } from './point.js';

/**
 * The point that says what the validator's error complains of: the nearest one about the broken keyword, else the nearest one
 * about the value itself; undefined where no note speaks of it.
 * @param schema what the whole body was held against
 */
export function blamedPoint(
  document: OpenApiDocument,
  fidelity: Fidelity,
  schema: SchemaObject | Reference,
  error: ErrorObject,
): FidelityPoint | undefined {
  const places = placesTo(fidelity.chain, schema, pathOf(error)).toReversed();
  const pointsAt = (places: readonly object[]): readonly FidelityPoint[] =>
    places.flatMap((place) => fidelity.at(place));
  const candidates = places.map(pointsAt);
  const aboutType = error.keyword === 'type' ? (candidates[0] ?? []).filter(({ about }) => about === 'type') : [];
  const aboutKeyword = isAboutKeyword(error)
    ? candidates.flatMap(
        (points) => points.find(({ about }) => about !== REFUSAL && speaksOf(about, error.keyword)) ?? [],
      )
    : [];
  const plain = isPlain(error) ? fidelity.at(document).filter(({ about }) => about === 'plain-values') : [];
  const whole = candidates.flatMap((points) => points.find(({ about }) => about === undefined) ?? []);
  return [...aboutType, ...aboutKeyword, ...plain, ...whole][0];
}

/** The tokens of the pointer to the value, or to the member that is missing. */
function pathOf({ instancePath, keyword, params }: ErrorObject): readonly string[] {
  const tokens = parsePointer(instancePath);
  return keyword === 'required'
    ? [...tokens, (params as { readonly missingProperty: string }).missingProperty]
    : tokens;
}

/** What the body comes by on the way to the value, from the outside in; each with everything that it refers to. */
function placesTo(
  chain: Chain,
  schema: SchemaObject | Reference,
  path: readonly string[],
): readonly (readonly object[])[] {
  const places = [chain(schema)];
  for (const token of path) {
    const next = insideOf(chain, places.at(-1)!.at(-1) as SchemaObject, token);
    if (next === undefined) break;
    places.push(chain(next));
  }
  return places;
}

function insideOf(chain: Chain, schema: SchemaObject, token: string): SchemaObject | Reference | undefined {
  const { properties = {}, items, oneOf = [] } = schema as unknown as Nested;
  if (Object.hasOwn(properties, token)) return properties[token];
  if (items !== undefined && /^\d+$/.test(token)) return items;
  return oneOf
    .map((alternative) => insideOf(chain, chain(alternative).at(-1) as SchemaObject, token))
    .find((inner) => inner !== undefined);
}

interface Nested {
  readonly properties?: Readonly<Record<string, SchemaObject | Reference>>;
  readonly items?: SchemaObject | Reference;
  readonly oneOf?: readonly (SchemaObject | Reference)[];
}

/** That a number is a whole one is an aspect; that a text stands where a number belongs concerns the value itself, unless a note on it says otherwise. */
function isAboutKeyword({ keyword, data, schema }: ErrorObject): boolean {
  return keyword !== 'type' || (schema === 'integer' && typeof data === 'number');
}

/** That texts are not empty, and that what counts is not negative. */
function isPlain({ keyword, schema }: ErrorObject): boolean {
  return (keyword === 'minLength' || keyword === 'minimum') && (schema === 0 || schema === 1);
}
