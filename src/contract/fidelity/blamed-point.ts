/** Finds the point of the contract that a response breaks. */

import type { ErrorObject } from 'ajv';
import type { OpenApiDocument, Schema } from '../document.js';
import { parsePointer } from '../../common/json.js';
import { schemasOnPath } from '../schema/schema-walk.js';
import type { Fidelity } from './fidelity.js';
import { PLAIN_VALUES, REFUSAL, coversKeyword } from './keywords.js';
import type { FidelityPoint } from './point.js';

/**
 * The point behind a validator's error: the nearest note about the broken keyword, else the nearest note about the
 * value itself. Undefined if no note covers it.
 * @param schema the schema of the whole body
 */
export function blamedPoint(
  document: OpenApiDocument,
  fidelity: Fidelity,
  schema: Schema,
  error: ErrorObject,
): FidelityPoint | undefined {
  const nearestFirst = schemasOnPath(fidelity.chain, schema, pathOf(error))
    .toReversed()
    .map((places) => places.flatMap((place) => fidelity.at(place)));
  const points = nearestFirst.flat();
  if (error.keyword === 'type') {
    const ofType = nearestFirst[0]?.find(({ about }) => about === 'type');
    if (ofType !== undefined) return ofType;
  }
  // Of wrong types, only a fraction in place of an integer concerns the keyword; any other concerns the value itself.
  if (error.keyword !== 'type' || (error.schema === 'integer' && typeof error.data === 'number')) {
    const ofKeyword = points.find(({ about }) => about !== REFUSAL && coversKeyword(about, error.keyword));
    if (ofKeyword !== undefined) return ofKeyword;
  }
  if (concernsPlainValues(error)) {
    const ofPlainValues = fidelity.at(document).find(({ about }) => about === PLAIN_VALUES);
    if (ofPlainValues !== undefined) return ofPlainValues;
  }
  return points.find(({ about }) => about === undefined);
}

/** The path to the value, or to the member that is missing. */
function pathOf({ instancePath, keyword, params }: ErrorObject): readonly string[] {
  const path = parsePointer(instancePath);
  return keyword === 'required' ? [...path, (params as { readonly missingProperty: string }).missingProperty] : path;
}

/** Whether a text is empty, or a number negative: one note covers these limits for all values. */
function concernsPlainValues({ keyword, schema }: ErrorObject): boolean {
  return (keyword === 'minLength' || keyword === 'minimum') && (schema === 0 || schema === 1);
}
