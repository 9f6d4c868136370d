/** docs/own-scenarios.md: its examples can be loaded, and its reference is the schema; "npm run docs" writes that. */

import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import schema from '../../spec/scenario.schema.json' with { type: 'json' };
import { OPERATION_IDS } from '../../src/contract/operation.js';
import { OPERATION_SETS } from '../../src/contract/operation-sets.js';
import { loadScenarios } from '../../src/emulator/scenarios/load-scenarios.js';
import { shippedContracts } from '../../src/start/shipped.js';
import { temporaryFolder } from '../cli/temporary-folder.js';
import { expectTables, tableOf } from './generated-tables.js';

const PAGE = new URL('../../docs/own-scenarios.md', import.meta.url);
const page = readFileSync(PAGE, 'utf8');
const examples = [...page.matchAll(/```yaml\n# ([\w-]+\.yaml)\n([^`]*)```/g)].map(([, file, text]) => ({
  file: file!,
  text: text!,
}));

test.each(examples)('the example $file can be loaded', async ({ file, text }) => {
  await using folder = await temporaryFolder({ [file]: text });
  expect([...loadScenarios(folder.path, shippedContracts()).keys()]).toEqual([file.replace('.yaml', '')]);
});

test('there are examples', () => {
  expect(examples).not.toEqual([]);
});

/** What the tables need of a JSON schema. */
interface Schema {
  readonly $ref?: string;
  readonly type?: string;
  readonly description?: string;
  readonly enum?: readonly string[];
  readonly anyOf?: readonly Schema[];
  readonly properties?: Readonly<Record<string, Schema>>;
}

/** A member with its words and what it is for: `as` (`expired`, `revoked`). */
function described([name, { description, ...values }]: readonly [string, Schema]): string {
  const words = values.enum ?? values.anyOf?.[0]?.enum ?? [];
  const choices = words.length === 0 ? '' : ` (${words.map((word) => `\`${word}\``).join(', ')})`;
  return `\`${name}\`${choices}${description === undefined ? '' : `: ${description.replace(/\.$/, '')}`}`;
}

/** A row for each member of a part of a scenario file. */
function membersTable(head: string, { properties }: Schema): string {
  const rows = Object.entries(properties!).map(([name, { description = '', properties: members = {} }]) => [
    `\`${name}\``,
    description,
    Object.entries(members).map(described).join('; '),
  ]);
  return tableOf([head, 'what it does', 'its members'], rows);
}

test('docs/own-scenarios.md has every fault and every condition; "npm run docs" writes them', async () => {
  const { when, fault } = schema.$defs;
  await expectTables(PAGE, { when: membersTable('condition', when), fault: membersTable('fault', fault) });
});

test('docs/own-scenarios.md describes every set of operations', () => {
  expect(OPERATION_SETS.filter((set) => !page.includes(`| \`${set}\` |`))).toEqual([]);
});

test('the schema of scenario files names every set of operations, and every operation', () => {
  expect(schema.properties.operations.items.enum).toEqual([...OPERATION_SETS, ...OPERATION_IDS]);
  expect(schema.$defs.operation.anyOf[0]!.enum).toEqual(OPERATION_IDS);
});
