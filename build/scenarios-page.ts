/**
 * The page `docs/reference/scenarios.md`: the catalogue of scenarios. `test/docs/pages.test.ts` writes it with `-u`.
 */

import { NEEDED_SCENARIOS } from '../src/common/reporting/needed-scenarios.js';
import { describeParameter, exampleSelection } from '../src/emulator/scenarios/describe-scenarios.js';
import type { Catalogue, Scenario } from '../src/emulator/scenarios/scenario.js';
import { chaptersOf, filledPage, parametersTable, tableRows } from './fill-page.js';

/** The chapters of the catalogue, in their order. */
const GROUPS = ['authentication', 'throttling', 'batch', 'verification', 'data', 'server', 'network', 'variants'];

/** The catalogue as a page of Markdown. */
export function cataloguePage(catalogue: Catalogue): string {
  const scenarios = [...catalogue.values()];
  const groups = GROUPS.map((name) => [name, scenarios.filter(({ group }) => group === name)] as const);
  const usedGroups = groups.filter(([, members]) => members.length > 0);
  const needed = NEEDED_SCENARIOS.map((name) => {
    return [`\`Emulator-Scenario: ${name}\``, `[${catalogue.get(name)!.summary}](#${name})`];
  });

  const count = scenarios.length;
  return filledPage('scenarios', { needed: tableRows(needed), count, ...chaptersOf(usedGroups, entryOf) });
}

function entryOf(scenario: Scenario): string {
  const { name, summary, basis, recoverable, breaksContract, parameters } = scenario;
  const facts = [
    `\`Emulator-Scenario: ${exampleSelection(scenario)}\``,
    `client recovers: ${recoverable ? 'yes' : 'no'}`,
    `contract: ${breaksContract ? 'broken on purpose' : 'kept'}`,
    `basis: ${basis}`,
  ];
  return `### ${name}

${summary}

${facts.join(' · ')}
${parametersTable(parameters, describeParameter)}`;
}
