/** Describes scenarios for people: parameters and examples for help, and the catalogue as a page of documentation. */

import type { Catalogue, ParameterSpec, Scenario } from './scenario.js';

/** Type, range and default of a parameter: `integer from 0; default 1`. */
export function describeParameter({ type, choices, minimum, maximum, default: preset }: ParameterSpec): string {
  const range = (minimum === undefined ? '' : ` from ${minimum}`) + (maximum === undefined ? '' : ` to ${maximum}`);
  const values = choices === undefined ? type + range : choices.join(' | ');
  if (preset === undefined) return values;
  return `${values}; default ${type === 'duration' ? formatDuration(Number(preset)) : String(preset)}`;
}

/** A selection of the scenario with one parameter set, as in the `Emulator-Scenario` header. */
export function exampleSelection({ name, parameters }: Scenario): string {
  for (const [parameter, { type, default: preset }] of Object.entries(parameters))
    if (preset !== undefined) return `${name};${parameter}=${formatParameter(type, preset)}`;
  for (const [parameter, { choices: [, second] = [] }] of Object.entries(parameters))
    if (second !== undefined) return `${name};${parameter}=${second}`;
  return name;
}

function formatParameter(type: ParameterSpec['type'], value: NonNullable<ParameterSpec['default']>): string {
  if (type === 'duration') return `"${formatDuration(Number(value))}"`;
  if (type === 'boolean') return value === true ? '?1' : '?0';
  return type === 'string' ? `"${String(value)}"` : String(value);
}

/** Milliseconds as a selection writes them: `10s`, `250ms`. */
function formatDuration(milliseconds: number): string {
  return milliseconds % 1_000 === 0 ? `${milliseconds / 1_000}s` : `${milliseconds}ms`;
}

/** The chapters of the catalogue, in their order. */
const GROUPS = ['authentication', 'throttling', 'batch', 'verification', 'data', 'server', 'network', 'variants'];

/** The catalogue as a page of Markdown: `docs/scenarios.md`. */
export function cataloguePage(catalogue: Catalogue): string {
  const scenarios = [...catalogue.values()];
  const groups = GROUPS.map((group) => ({
    title: `${group.charAt(0).toUpperCase()}${group.slice(1)}`,
    members: scenarios.filter((scenario) => scenario.group === group),
  })).filter(({ members }) => members.length > 0);
  return `# Scenarios

The emulator ships ${scenarios.length} scenarios: deviations from the service's normal behaviour that a client should handle. This page is generated from the files in [scenarios/](../scenarios/) and from the contract; \`npm run docs\` writes it. To write your own, see [own-scenarios.md](own-scenarios.md).

${groups.map(({ title, members }) => `- [${title}](#${title.toLowerCase()}): ${members.map(({ name }) => `[${name}](#${name})`).join(', ')}`).join('\n')}

## Select a scenario

There are four ways to select scenarios:

1. for a sandbox: \`--scenario\` at start, or the control plane;
2. for a client: the client ID, followed by \`+\` and the selection (in a form, \`+\` is \`%2B\`);
3. for a request: the header \`Emulator-Scenario\`;
4. for a party: the member \`scenario\` of a party in a fixture.

Several scenarios can be active together. They apply in the order above, and within each selection in the order in which it names them; the first is the outermost. If several of them take the place of the operation (an error response, a refused token, a throttle), only the first does, and the others do not count the call. Two scenarios that set the same fault \`body\`, \`drip\`, \`connection\`, \`hold\`, \`page\` or \`lifetime\` for the same operations cannot be active together; such a selection is refused.

Each selection counts its own calls. The same header value continues its count, and when it is used up, responses name it in \`Emulator-Scenario-Spent\`; \`;activation=<name>\` starts a separate count.

Each entry below shows an example of a selection, whether a well-behaved client recovers by itself (with a new token, with a retry, or because it finds items by their ID), whether the responses conform to the contract, and the basis of the scenario.

${groups.map(({ title, members }) => `## ${title}\n\n${members.map(entryOf).join('\n')}`).join('\n')}`;
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
