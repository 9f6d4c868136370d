/** Every example in the document keeps to the schema beside it. */

import { Ajv2020 } from 'ajv/dist/2020.js';
import formats from 'ajv-formats';
import { expect, test } from 'vitest';
import { escapePointer } from '../../src/contract/violation.js';
import { shippedContract } from '../../src/shipped.js';

/** An object of the document, and the JSON pointer to it. */
interface Place {
  readonly pointer: string;
  readonly value: object;
}

const { document } = shippedContract();
const places = placesIn(document, '');
const examples = places.flatMap(({ pointer, value }) => examplesOf(value).map(([name, example]) => ({ pointer, name, example })));

test('every body of the contract has an example', () => {
  const bodies = places.filter(({ pointer }) => /\/content\/[^/]+$/.test(pointer));
  expect(bodies.filter(({ value }) => examplesOf(value).length === 0).map(({ pointer }) => pointer)).toEqual([]);
});

test('no example stands where no schema says what it has to be', () => {
  expect(places.filter(({ value }) => examplesOf(value).length > 0 && !('schema' in value)).map(({ pointer }) => pointer)).toEqual([]);
});

test.each(examples)('the example "$name" at $pointer keeps to its schema', ({ pointer, example }) => {
  const ajv = new Ajv2020({ strict: false, allErrors: true });
  formats.default(ajv);
  ajv.addSchema(document, 'contract');
  const validate = ajv.compile({ $ref: `contract#${encodeURI(pointer)}/schema` });
  validate(example);
  expect(validate.errors).toBeNull();
});

/** The examples that stand beside a schema, by name; a single one is called `example`. */
function examplesOf(value: object): [string, unknown][] {
  const { example, examples = {} } = value as { example?: unknown; examples?: Readonly<Record<string, { value: unknown }>> };
  const named = Object.entries(examples).map(([name, one]): [string, unknown] => [name, one.value]);
  return 'example' in value ? [['example', example], ...named] : named;
}

/** Every object of the document but those inside examples, which may be of any form. */
function placesIn(value: unknown, pointer: string): Place[] {
  if (typeof value !== 'object' || value === null) return [];
  const inside = Object.entries(value).filter(([name]) => name !== 'example' && name !== 'examples');
  return [{ pointer, value }, ...inside.flatMap(([name, inner]) => placesIn(inner, `${pointer}/${escapePointer(name)}`))];
}
