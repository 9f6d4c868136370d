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
const examples = places.filter(({ value }) => 'example' in value);

test('every body of the contract has an example', () => {
  const bodies = places.filter(({ pointer }) => /\/content\/[^/]+$/.test(pointer));
  expect(bodies.filter(({ value }) => !('example' in value)).map(({ pointer }) => pointer)).toEqual([]);
});

test('no example stands where no schema says what it has to be', () => {
  expect(places.filter(({ value }) => 'examples' in value || ('example' in value && !('schema' in value))).map(({ pointer }) => pointer)).toEqual([]);
});

test.each(examples.map(({ pointer, value }) => [pointer, value] as const))('the example at %s keeps to its schema', (pointer, value) => {
  const ajv = new Ajv2020({ strict: false, allErrors: true });
  formats.default(ajv);
  ajv.addSchema(document, 'contract');
  const validate = ajv.compile({ $ref: `contract#${encodeURI(pointer)}/schema` });
  validate((value as { readonly example: unknown }).example);
  expect(validate.errors).toBeNull();
});

/** Every object of the document but those inside examples, which may be of any form. */
function placesIn(value: unknown, pointer: string): Place[] {
  if (typeof value !== 'object' || value === null) return [];
  const inside = Object.entries(value).filter(([name]) => name !== 'example');
  return [{ pointer, value }, ...inside.flatMap(([name, inner]) => placesIn(inner, `${pointer}/${escapePointer(name)}`))];
}
