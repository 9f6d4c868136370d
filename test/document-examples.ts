/** Validates the examples of an OpenAPI document against their schemas. */

import type { ErrorObject } from 'ajv';
import { Ajv2020 } from 'ajv/dist/2020.js';
import formats from 'ajv-formats';
import type { OpenApiDocument } from '../src/contract/document.js';
import { escapePointer } from '../src/common/json.js';

/** An example, and the JSON pointer to its parent object. */
export interface PlacedExample {
  readonly pointer: string;
  /** A single one is called `example`. */
  readonly name: string;
  readonly example: unknown;
}

/** All examples of the document. */
export function examplesIn(document: OpenApiDocument): PlacedExample[] {
  return placesIn(document, '').flatMap(({ pointer, value }) =>
    examplesOf(value).map(([name, example]) => ({ pointer, name, example })),
  );
}

/** Pointers to the bodies that have no example. */
export function bodiesWithoutExample(document: OpenApiDocument): string[] {
  const bodies = placesIn(document, '').filter(({ pointer }) => /\/content\/[^/]+$/.test(pointer));
  return bodies.filter(({ value }) => examplesOf(value).length === 0).map(({ pointer }) => pointer);
}

/** Pointers to objects with an example but without a schema. */
export function examplesWithoutSchema(document: OpenApiDocument): string[] {
  return placesIn(document, '')
    .filter(({ value }) => examplesOf(value).length > 0 && !('schema' in value))
    .map(({ pointer }) => pointer);
}

/** Creates a validator for the document's examples. It returns the violation, or null if there is none. */
export function exampleCheck(
  document: OpenApiDocument,
): (placed: PlacedExample) => readonly ErrorObject[] | null | undefined {
  const ajv = new Ajv2020({ strict: false, allErrors: true });
  formats.default(ajv);
  ajv.addSchema(document, 'contract');
  return ({ pointer, example }) => {
    const validate = ajv.compile({ $ref: `contract#${encodeURI(pointer)}/schema` });
    validate(example);
    return validate.errors;
  };
}

/** An object of the document, and its JSON pointer. */
interface Place {
  readonly pointer: string;
  readonly value: object;
}

/** All objects of the document, except those in examples. */
function placesIn(value: unknown, pointer: string): Place[] {
  if (typeof value !== 'object' || value === null) return [];
  const inside = Object.entries(value).filter(([name]) => name !== 'example' && name !== 'examples');
  return [
    { pointer, value },
    ...inside.flatMap(([name, inner]) => placesIn(inner, `${pointer}/${escapePointer(name)}`)),
  ];
}

/** The examples of an object with a schema, by name. */
function examplesOf(value: object): [string, unknown][] {
  const { example, examples = {} } = value as {
    example?: unknown;
    examples?: Readonly<Record<string, { value: unknown }>>;
  };
  const named = Object.entries(examples).map(([name, one]): [string, unknown] => [name, one.value]);
  return 'example' in value ? [['example', example], ...named] : named;
}
