/** The document of the control plane is valid OpenAPI, and consistent with the other documents. */

import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { METHODS, type OpenApiDocument, type SchemaObject } from '../../../src/contract/document.js';
import { OPERATION_IDS } from '../../../src/contract/operation.js';
import { schemaCompiler } from '../../../src/contract/schema/schema-compiler.js';
import { readDocument } from '../../../src/contract/documents/read-document.js';
import { shippedPath } from '../../../src/common/shipped-files.js';
import { bodiesWithoutExample, exampleCheck, examplesIn, examplesWithoutSchema } from '../../document-examples.js';

const document = readDocument(shippedPath('spec/control.yaml')).data as OpenApiDocument;
const schemas = document.components['schemas'] as Readonly<Record<string, SchemaObject>>;
const mistakesOf = exampleCheck(document);

test('every operation has a unique operationId', () => {
  const ids = Object.values(document.paths).flatMap((item) =>
    METHODS.flatMap((method) => (item[method] === undefined ? [] : [item[method].operationId])),
  );
  expect(ids.filter((id) => !/^[a-z][A-Za-z]+$/.test(id))).toEqual([]);
  expect(new Set(ids).size).toBe(ids.length);
});

test('every body has an example', () => {
  expect(bodiesWithoutExample(document)).toEqual([]);
});

test('every example has a schema', () => {
  expect(examplesWithoutSchema(document)).toEqual([]);
});

test.each(examplesIn(document))('the example "$name" at $pointer matches its schema', (placed) => {
  expect(mistakesOf(placed)).toBeNull();
});

test.each(Object.keys(schemas))('the schema %s compiles in strict mode', (name) => {
  expect(schemaCompiler(document)({ $ref: `#/components/schemas/${name}` })).toBeTypeOf('function');
});

test('exchanges can be queried by every operation of the service and no other', () => {
  expect(schemas['ServiceOperation']?.enum).toEqual(OPERATION_IDS);
});

test.each([
  ['AddParty', 'party', ['situation']],
  ['CredentialEntry', 'credential', []],
  ['RequestEntry', 'request', []],
])('%s has the members of a %s in a fixture file', (name, inFile, missing) => {
  const { $defs } = JSON.parse(readFileSync(shippedPath('spec/fixture.schema.json'), 'utf8')) as {
    $defs: Record<string, { properties: object }>;
  };
  expect([...Object.keys(schemas[name]?.properties ?? {}), ...missing].toSorted()).toEqual(
    Object.keys($defs[inFile]!.properties).toSorted(),
  );
});
