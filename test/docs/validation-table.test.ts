/** docs/README.md says what can be validated, and each row has a source; "npm run docs" writes the table. */

import { existsSync } from 'node:fs';
import { expect, test } from 'vitest';
import { HEAD, pointsByPromise, PROMISES, scenariosNamed, validationRows } from '../../build/validation-table.js';
import { faultClasses } from '../../src/audit/expectations/fault-classes.js';
import { RULES } from '../../src/emulator/judge/rules.js';
import { providerStates } from '../../src/pact/states/shipped-states.js';
import { REVISIONS } from '../../src/contract/contract.js';
import { contractOf, shippedContract, shippedScenarios } from '../../src/start/shipped.js';
import { checkGroups } from '../../src/upstream/conformance/checks/checks.js';
import { expectTables, tableOf } from './generated-tables.js';

const contract = shippedContract();
const scenarios = shippedScenarios();
const groups = checkGroups(contractOf(REVISIONS.at(-1)));

/** The scenarios that the classes of faults select, in their table or by a function that needs no body of a response. */
function auditedScenarios(): Set<string> {
  const selections = faultClasses().flatMap(({ selection, mostRequests }) => {
    if (typeof selection === 'string') return [selection];
    if (typeof selection === 'object') return Object.values<string>(selection);

    return mostRequests === undefined ? [] : [selection({ identity: '' } as never, { calls: [] } as never)];
  });
  return new Set(selections.map((selection) => selection.split(';')[0]!));
}

test('docs/README.md has what can be validated; "npm run docs" writes it', async () => {
  const rows = validationRows(contract, { scenarios, audited: auditedScenarios(), checkGroups: groups });
  await expectTables(new URL('../../docs/README.md', import.meta.url), { validation: tableOf(HEAD, rows) });
});

test('every row rests on points of the contract, and names only what there is', () => {
  const points = pointsByPromise(contract.fidelity().points);
  const ruleIds = RULES.map(({ id }) => id as string);
  const groupNames = groups.map(({ name }) => name);
  const stateNames = providerStates.flatMap(({ name, group }) => [name, group]);
  for (const promise of PROMISES) {
    expect(points.get(promise)?.length ?? 0, promise.title).toBeGreaterThan(0);
    expect(promise.failures.filter((name) => scenariosNamed(name, scenarios).length === 0)).toEqual([]);
    expect(promise.failures.length, promise.title).toBeGreaterThan(0);
    expect(promise.rules.filter((rule) => !ruleIds.includes(rule))).toEqual([]);
    expect(promise.checks.filter((group) => !groupNames.includes(group))).toEqual([]);
    expect(promise.states.filter((state) => !stateNames.includes(state))).toEqual([]);
    const look = (name: string): URL => new URL(`../../src/upstream/evidence/looks/${name}.ts`, import.meta.url);
    expect(promise.looks.filter((name) => !existsSync(look(name)))).toEqual([]);
  }
});

test('no scenario, rule, check or provider state is missing in the table', () => {
  const failures = new Set(PROMISES.flatMap((promise) => promise.failures));
  // It makes no failure: it serves the alternatives of the guesses in all rows.
  const missing = [...scenarios.values()].filter(({ name, group }) => !failures.has(name) && !failures.has(group));
  expect(missing.map(({ name }) => name)).toEqual(['variant']);
  const rules = new Set(PROMISES.flatMap((promise) => promise.rules));
  expect(RULES.filter(({ id }) => !rules.has(id))).toEqual([]);
  const checks = new Set(PROMISES.flatMap((promise) => promise.checks));
  expect(groups.filter(({ name }) => !checks.has(name)).map(({ name }) => name)).toEqual([]);
  const states = new Set(PROMISES.flatMap((promise) => promise.states));
  // Those of other groups belong to no promise: they set the clock, or select any scenario.
  const others = providerStates.filter(({ name, group }) => !states.has(name) && !states.has(group ?? ''));
  expect([...new Set(others.map(({ group }) => group))]).toEqual(['time', 'scenarios']);
});
