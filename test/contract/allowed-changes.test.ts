/** Changes within the contract: each alone is valid, and different values stay different. */

import { expect, test } from 'vitest';
import { allowedChanges, withChanges, withOtherValues } from '../../src/contract/schema/allowed-changes.js';
import type { OpenApiDocument, Schema } from '../../src/contract/document.js';
import { OPERATION_IDS } from '../../src/contract/operation.js';
import { shippedContract } from '../../src/start/shipped.js';
import { startInstitution } from '../institution.js';
import { goodCalls, responseTo } from '../emulator/scenarios/good-calls.js';
import { untilEnd } from '../until-end.js';

const institution = await untilEnd(startInstitution());
const good = await goodCalls(institution);

const NO_DOCUMENT = {} as OpenApiDocument;

function changesOf(schema: Schema, value: unknown): string[] {
  return allowedChanges(NO_DOCUMENT, schema, value).map(({ place, kind }) => `${place}:${kind}`);
}

test.each(OPERATION_IDS)('every value of %s has a change that the contract allows', async (operation) => {
  const { document, operations } = shippedContract();
  const { status, json } = await responseTo(institution, good[operation]);
  const { schema, validateBody } = operations.get(operation)!.responses.get(status)!;
  if (schema === undefined) return;
  const changes = allowedChanges(document, schema, json).filter(({ kind }) => kind === 'value');
  expect(changes).not.toEqual([]);
  for (const change of changes) {
    const changed = withChanges(document, schema, json, [change]);
    expect(changed).not.toEqual(json);
    expect([change, validateBody!(changed)]).toEqual([change, true]);
  }
});

test('a member is null where the schema allows it, and absent where it is optional', () => {
  const schema: Schema = {
    type: 'object',
    required: ['name'],
    properties: { name: { type: 'string' }, note: { type: ['string', 'null'] } },
  };
  expect(changesOf(schema, { name: 'Ann', note: 'old' })).toEqual([
    'name:value',
    'name:lowest',
    'name:highest',
    'note:value',
    'note:lowest',
    'note:highest',
    'note:null',
    'note:absent',
  ]);
  expect(withChanges(NO_DOCUMENT, schema, { name: 'Ann', note: 'old' }, [{ place: 'note', kind: 'null' }])).toEqual({
    name: 'Ann',
    note: null,
  });
});

test('values go to the ends that the contract allows', () => {
  const ends = (schema: Schema, value: unknown): unknown[] =>
    (['lowest', 'highest'] as const).map((kind) =>
      withChanges(NO_DOCUMENT, schema, { own: value }, [{ place: 'own', kind }]),
    );
  const of = (own: Schema): Schema => ({ type: 'object', required: ['own'], properties: { own } });
  expect(ends(of({ type: 'number', minimum: 0, maximum: 100 }), 40)).toEqual([{ own: 0 }, { own: 100 }]);
  expect(ends(of({ type: 'string' }), 'Ann')).toEqual([{ own: '' }, { own: 'Ann'.repeat(334) }]);
});

test('every value of an enumeration comes up', () => {
  const schema: Schema = { type: 'array', items: { enum: ['red', 'amber', 'green'] } };
  const values = (['value', 'value-2', 'value-3'] as const).map((kind) =>
    withChanges(NO_DOCUMENT, schema, ['red'], [{ place: '[]', kind }]),
  );
  expect(values).toEqual([['amber'], ['green'], ['red']]);
});

test('a list is shorter, longer or in another order', () => {
  const schema: Schema = { type: 'array', items: { type: 'integer' } };
  expect(changesOf(schema, [1, 2])).toEqual([
    ':empty',
    ':shorter',
    ':longer',
    ':reordered',
    '[]:value',
    '[]:lowest',
    '[]:highest',
  ]);
  expect(changesOf(schema, [])).toEqual([]);
  const changed = (['shorter', 'longer', 'reordered'] as const).map((kind) =>
    withChanges(NO_DOCUMENT, schema, [1, 5], [{ place: '', kind }]),
  );
  expect(changed).toEqual([[1], [1, 5, 6], [5, 1]]);
});

test.each([
  [{ enum: ['low', 'high', null] }, 'high', 'low'],
  [{ type: 'boolean' }, true, false],
  [{ type: 'integer', maximum: 100 }, 100, 99],
  [{ type: 'number', minimum: 0, maximum: 1 }, 0.5, 0.75],
  [{ type: 'string', format: 'date-time' }, '2024-02-29T10:00:00Z', '2020-02-29T10:00:00Z'],
  [{ type: 'string' }, '00ff', '00af'],
  [{ type: 'string' }, 'ann@example.com', 'ann@exanple.com'],
  [{ type: 'string' }, '', 'x'],
  [{ const: 'Bearer' }, 'Bearer', 'Bearer'],
  [{ enum: ['only'] }, 'only', 'only'],
] as const)('another value of %j is like %j: %j', (schema, value, other) => {
  expect(withOtherValues(NO_DOCUMENT, schema as unknown as Schema, value)).toBe(other);
});
