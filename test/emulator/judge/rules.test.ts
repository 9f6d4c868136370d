/** What belongs to a rule of the judge: its file, its tests, its ID for the control plane. docs/ has tests of its own. */

import { existsSync, readdirSync } from 'node:fs';
import { expect, test } from 'vitest';
import { RULES } from '../../../src/emulator/judge/rules.js';
import { controlContract } from '../../../src/start/shipped.js';

const IDS: readonly string[] = RULES.map(({ id }) => id);

test('each file of a rule is in rules.ts', () => {
  const files = readdirSync(new URL('../../../src/emulator/judge/rules/', import.meta.url));
  expect(files.map((file) => file.replace(/\.ts$/, '')).toSorted()).toEqual(IDS.toSorted());
});

test.each(IDS)('the rule %s has its tests, and its ID in spec/control.yaml', (id) => {
  const { RuleId } = controlContract().document.components['schemas'] as { RuleId: { enum: string[] } };
  expect(RuleId.enum).toContain(id);
  const tests = [`verdicts/${id}.yaml`, `${id}.test.ts`];
  expect(tests.filter((name) => existsSync(new URL(name, import.meta.url)))).not.toEqual([]);
});
