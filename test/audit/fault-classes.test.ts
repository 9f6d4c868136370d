/** The file of the classes of faults: it has the members that the program reads, and nothing that it does not. */

import { Ajv2020 } from 'ajv/dist/2020.js';
import { expect, test } from 'vitest';
import { readDocument } from '../../src/contract/documents/read-document.js';
import { REACTIONS } from '../../src/audit/expectations/reaction.js';
import { CALL_KINDS } from '../../src/audit/expectations/fault-class.js';
import { FAULT_FUNCTIONS } from '../../src/audit/expectations/fault-functions.js';
import { RULES } from '../../src/emulator/judge/rules.js';

const rows = readDocument('spec/audit-faults.yaml').data as readonly {
  readonly id: string;
  readonly like?: string;
  readonly beginsLike?: string;
  readonly selection?: unknown;
}[];
const ids = rows.map(({ id }) => id);

const TEXT = { type: 'string', minLength: 1 };
const LIST = { type: 'array', minItems: 1, items: { enum: REACTIONS } };
const SHAPE = {
  type: 'array',
  items: {
    type: 'object',
    required: ['id', 'title', 'summary'],
    additionalProperties: false,
    if: { not: { required: ['like'] } },
    then: { required: ['wait', 'remedy'] },
    properties: {
      id: { type: 'string', pattern: '^[a-z]+(-[a-z]+)*$' },
      like: { enum: ids },
      title: TEXT,
      summary: TEXT,
      selection: {
        if: { type: 'object' },
        then: { required: ['token', 'others'], additionalProperties: false, properties: { token: TEXT, others: TEXT } },
        else: TEXT,
      },
      side: { enum: ['kept', 'none'] },
      kinds: { type: 'array', items: { enum: CALL_KINDS } },
      mayHaveArrived: { const: true },
      changesData: { const: true },
      leftOut: TEXT,
      alters: { enum: ['null-where-allowed', 'unknown-enum', 'without-optional', 'extra-members'] },
      beginsLike: { enum: ids },
      habit: { enum: ids },
      after: { enum: ids },
      second: { enum: ['repetition', 'renewal', 'later'] },
      spoils: { const: true },
      excuses: { type: 'array', items: { enum: RULES.map(({ id }) => id) } },
      lasts: { const: true },
      meanwhile: { enum: ['killed', 'refused'] },
      alone: { const: true },
      group: { const: 'overlap' },
      trouble: TEXT,
      wait: { type: 'integer', minimum: 0 },
      breaks: { type: 'array', items: { enum: ['body', 'connection'] } },
      expected: {
        if: { type: 'array' },
        then: LIST,
        else: {
          type: 'object',
          required: CALL_KINDS,
          additionalProperties: false,
          properties: Object.fromEntries(CALL_KINDS.map((kind) => [kind, LIST])),
        },
      },
      remedy: TEXT,
      situations: { type: 'array', minItems: 1, items: TEXT },
    },
  },
};

test('every class has the members that it needs, and no other', () => {
  const validate = new Ajv2020({ allErrors: true, strict: false }).compile(SHAPE);
  validate(rows);
  expect(validate.errors).toBeNull();
});

test('no two classes have the same ID', () => {
  expect(new Set(ids).size).toBe(ids.length);
});

test('every function is of a class of the file', () => {
  expect(Object.keys(FAULT_FUNCTIONS).filter((id) => !ids.includes(id))).toEqual([]);
});

test('every class has a scenario, in the file or by a function', () => {
  const without = rows.filter(({ id, selection }) => selection === undefined && !FAULT_FUNCTIONS[id]?.selection);
  expect(without.map(({ id }) => id)).toEqual([]);
});
