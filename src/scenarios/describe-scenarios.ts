/** Says in words what a scenario takes, for help and documentation. */

import type { Catalogue, ParameterSpec, Scenario } from './scenario.js';

/** Type, range and default in words. */
export function describeParameter({ type, choices, minimum, maximum, default: preset }: ParameterSpec): string {
  const range = [minimum === undefined ? [] : `from ${minimum}`, maximum === undefined ? [] : `to ${maximum}`]
    .flat()
    .join(' ');
  const kind = choices === undefined ? [type, range].filter((part) => part !== '').join(' ') : choices.join(' | ');
  if (preset === undefined) return kind;
  return `${kind}; default ${type === 'duration' ? durationText(Number(preset)) : String(preset)}`;
}

/** The scenario with its first number, text or duration set, as a header would have it. */
export function exampleSelection({ name, parameters }: Scenario): string {
  const entry = Object.entries(parameters).find(([, spec]) => spec.default !== undefined);
  if (entry === undefined) return exampleChoice(name, parameters);
  const [parameter, { type, default: preset }] = entry;
  const value =
    type === 'duration'
      ? `"${durationText(Number(preset))}"`
      : type === 'boolean'
        ? `?${preset === true ? 1 : 0}`
        : type === 'string'
          ? `"${String(preset)}"`
          : String(preset);
  return `${name};${parameter}=${value}`;
}

/** Of a scenario that sets nothing itself: the first choice that it leaves. */
function exampleChoice(name: string, parameters: Scenario['parameters']): string {
  const [choice] = Object.entries(parameters).filter(([, { choices = [] }]) => choices.length > 1);
  return choice === undefined ? name : `${name};${choice[0]}=${choice[1].choices![1]!}`;
}

/** Milliseconds as a selection has them: "10s", "250ms". */
function durationText(milliseconds: number): string {
  return milliseconds % 1_000 === 0 ? `${milliseconds / 1_000}s` : `${milliseconds}ms`;
}

const GROUPS = ['authentication', 'throttling', 'batch', 'verification', 'data', 'server', 'network', 'variants'];

/** The whole page. */
export function cataloguePage(catalogue: Catalogue): string {
  const scenarios = [...catalogue.values()];
  const sections = GROUPS.map((group) =>
    section(
      group,
      scenarios.filter((scenario) => scenario.group === group),
    ),
  );
  return `# Scenarios

${scenarios.length} scenarios, made from the files in [scenarios/](../scenarios/), the last one from the contract, by \`npm run docs\`; do not edit this page by hand.

Select them by the header \`Emulator-Scenario\`, at start with \`--scenario\`, by the client ID behind a \`+\` (in a form, \`%2B\`), or by a party that carries them in a fixture. Several may be active together: they apply in the order sandbox, client, header, party, and within each in the order in which they are named, the first outermost. Of those that stand in the place of an operation (an error, a refused token, a throttle) the first decides, and the others do not count the call. Two that would decide the same body, pace or end of the same answers are refused when they are selected.

Calls are counted for each selection apart: the same header value counts on, \`;activation=<name>\` starts a count of its own.

*Recovers*: whether a well-behaved client gets over it by itself, with a new token or a retry. *Contract*: whether answers keep to it.

${sections.join('\n')}`;
}

function section(group: string, scenarios: readonly Scenario[]): string {
  return `## ${group.charAt(0).toUpperCase()}${group.slice(1)}\n\n${scenarios.map(entry).join('\n')}`;
}

function entry(scenario: Scenario): string {
  const { name, summary, basis, recoverable, breaksContract, parameters } = scenario;
  const rows = Object.entries(parameters).map(
    ([parameter, spec]) =>
      `| \`${parameter}\` | ${spec.description} | ${describeParameter(spec).replaceAll('|', '\\|')} |\n`,
  );
  const table = rows.length === 0 ? '' : `\n| parameter | | |\n|---|---|---|\n${rows.join('')}`;
  return `### ${name}

${summary}

\`Emulator-Scenario: ${exampleSelection(scenario)}\` · recovers: ${recoverable ? 'yes' : 'no'} · contract: ${breaksContract ? 'broken on purpose' : 'kept'} · ${basis}
${table}`;
}
