/** The page `docs/reference/scenarios.md`: the catalogue of scenarios, as Markdown. `test/docs/pages.test.ts` writes it with `-u`. */

import { NEEDED_SCENARIOS } from '../src/common/reporting/needed-scenarios.js';
import { describeParameter, exampleSelection } from '../src/emulator/scenarios/describe-scenarios.js';
import type { Catalogue, Scenario } from '../src/emulator/scenarios/scenario.js';

/** The chapters of the catalogue, in their order. */
const GROUPS = ['authentication', 'throttling', 'batch', 'verification', 'data', 'server', 'network', 'variants'];

/** The catalogue as a page of Markdown: `docs/reference/scenarios.md`. */
export function cataloguePage(catalogue: Catalogue): string {
  const scenarios = [...catalogue.values()];
  const groups = GROUPS.map((group) => ({
    title: `${group.charAt(0).toUpperCase()}${group.slice(1)}`,
    members: scenarios.filter((scenario) => scenario.group === group),
  })).filter(({ members }) => members.length > 0);
  return `# Scenarios

Six failures that every team needs. The header selects one for a request:

| header | what happens |
|---|---|
${NEEDED_SCENARIOS.map((name) => firstRow(catalogue.get(name)!)).join('')}
There are ${scenarios.length} scenarios: deviations from the service's normal behaviour that a client should handle. This page is generated from the files in [scenarios/](../../scenarios/) and from the contract; \`npm run docs\` writes it. To write your own, see [own-scenarios.md](../own-scenarios.md). By what goes wrong:

${groups.map(({ title, members }) => `- [${title}](#${title.toLowerCase()}): ${members.map(({ name }) => `[${name}](#${name})`).join(', ')}`).join('\n')}

## Select a scenario

There are four ways to select scenarios:

1. for a sandbox: \`--scenario\` at start, or the control plane;
2. for a client: the client ID, followed by \`+\` and the selection (in a form, \`+\` is \`%2B\`);
3. for a request: the header \`Emulator-Scenario\`;
4. for a party: the member \`scenario\` of a party in a fixture.

Several scenarios can be active together. They apply in the order above, and within each selection in the order in which it names them; the first is the outermost. Some of them take the place of the operation: an error response, a refused token, a throttle. Of these only the first is applied, and the others do not count the call. Two scenarios that set the same fault \`body\`, \`drip\`, \`connection\`, \`hold\`, \`page\` or \`lifetime\` for the same operations cannot be active together; such a selection is refused.

Each selection counts its own calls. The same header value continues its count, and when it is used up, responses name it in \`Emulator-Scenario-Spent\`; \`;activation=<name>\` starts a separate count.

Each entry below shows an example of a selection, whether a well-behaved client recovers by itself (with a new token, with a retry, or because it finds items by their ID), whether the responses conform to the contract, and the basis of the scenario.

${groups.map(({ title, members }) => `## ${title}\n\n${members.map(entryOf).join('\n')}`).join('\n')}`;
}

function firstRow({ name, summary }: Scenario): string {
  return `| \`Emulator-Scenario: ${name}\` | [${summary}](#${name}) |\n`;
}

function entryOf(scenario: Scenario): string {
  const { name, summary, basis, recoverable, breaksContract, parameters } = scenario;
  const rows = Object.entries(parameters).map(
    ([parameter, spec]) =>
      `| \`${parameter}\` | ${spec.description} | ${describeParameter(spec).replaceAll('|', '\\|')} |\n`,
  );
  const table = rows.length === 0 ? '' : `\n| parameter | meaning | values |\n|---|---|---|\n${rows.join('')}`;
  return `### ${name}

${summary}

\`Emulator-Scenario: ${exampleSelection(scenario)}\` · client recovers: ${recoverable ? 'yes' : 'no'} · contract: ${breaksContract ? 'broken on purpose' : 'kept'} · basis: ${basis}
${table}`;
}
