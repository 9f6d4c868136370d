/** The walker over schemas: everything inside a schema, alone or beside a value. */

import { expect, test } from 'vitest';
import { referenceChain, type OpenApiDocument, type Schema } from '../../src/contract/document.js';
import {
  mapSchema,
  pointerToSubschema,
  schemasOnPath,
  subschemas,
  walkValue,
} from '../../src/contract/schema/schema-walk.js';

const tree: Schema = {
  type: 'object',
  properties: { name: { type: 'string' }, children: { type: 'array', items: { $ref: '#/components/schemas/Tree' } } },
  additionalProperties: { type: 'boolean' },
};
const document = { components: { schemas: { Tree: tree } } } as unknown as OpenApiDocument;
const chain = (value: object): readonly object[] => referenceChain(document, value);

test('subschemas lists every keyword that holds schemas, with its pointer', () => {
  const schema: Schema = {
    properties: { 'a/b': {} },
    additionalProperties: {},
    items: {},
    prefixItems: [{}],
    allOf: [{}],
    anyOf: [{}],
    oneOf: [{}, {}],
  };
  expect(subschemas(schema).map(pointerToSubschema)).toEqual([
    '/properties/a~1b',
    '/additionalProperties',
    '/items',
    '/prefixItems/0',
    '/allOf/0',
    '/anyOf/0',
    '/oneOf/0',
    '/oneOf/1',
  ]);
});

test('boolean schemas and references have no subschemas', () => {
  expect(subschemas({ additionalProperties: false })).toEqual([]);
  expect(subschemas({ $ref: '#/components/schemas/Tree' })).toEqual([]);
});

test('walkValue visits each part of a value with its schemas, and skips parts that have none', () => {
  const visited: unknown[] = [];
  walkValue(chain, tree, { name: 'root', children: [{ name: 'leaf' }, { leaf: true }] }, (place, part) => {
    if ('type' in place && place.type !== 'object' && place.type !== 'array') visited.push(part);
  });
  expect(visited).toEqual(['root', 'leaf', true]);
});

test('walkValue visits the alternatives that the type of the value allows', () => {
  const visited: unknown[] = [];
  const schema: Schema = { oneOf: [{ type: 'null' }, { type: 'integer' }, { type: ['string', 'number'] }] };
  walkValue(chain, schema, 1, (place) => visited.push((place as { type?: unknown }).type));
  expect(visited).toEqual([undefined, 'integer', ['string', 'number']]);
});

test('walkValue tells the first items of an array from the others', () => {
  const visited: unknown[] = [];
  walkValue(chain, { prefixItems: [{ title: 'first' }], items: { title: 'other' } }, [1, 2], (place, part) =>
    visited.push([(place as { title?: unknown }).title, part]),
  );
  expect(visited.slice(1)).toEqual([
    ['first', 1],
    ['other', 2],
  ]);
});

test('schemasOnPath follows members, items and alternatives, with the references between them', () => {
  const schema: Schema = { oneOf: [{ type: 'null' }, { $ref: '#/components/schemas/Tree' }] };
  expect(schemasOnPath(chain, schema, ['children', '0', 'name'])).toEqual([
    [schema],
    [{ type: 'array', items: { $ref: '#/components/schemas/Tree' } }],
    [{ $ref: '#/components/schemas/Tree' }, tree],
    [{ type: 'string' }],
  ]);
});

test('schemasOnPath ends where no schema describes the next part', () => {
  expect(schemasOnPath(chain, tree, ['name', 'unknown'])).toEqual([[tree], [{ type: 'string' }]]);
});

test('mapSchema changes inner schemas first, and leaves the original and references alone', () => {
  const before = structuredClone(tree);
  const changed = mapSchema(tree, (schema) => ({ ...schema, title: Object.keys(schema).join() }));
  expect(changed).toEqual({
    type: 'object',
    properties: {
      name: { type: 'string', title: 'type' },
      children: { type: 'array', items: { $ref: '#/components/schemas/Tree' }, title: 'type,items' },
    },
    additionalProperties: { type: 'boolean', title: 'type' },
    title: 'type,properties,additionalProperties',
  });
  expect(tree).toEqual(before);
});
