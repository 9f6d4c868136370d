/** Writes `src/emulator/scenarios/shipped-scenarios.ts`: the names of the shipped scenarios and their parameters, as types. */

import type { Catalogue, ParameterSpec, Scenario } from '../src/emulator/scenarios/scenario.js';

/** The source text. `test/emulator/scenarios/shipped-scenarios.test.ts` compares it with the file, and writes it with `-u`. */
export function scenarioTypes(catalogue: Catalogue): string {
  const scenarios = [...catalogue.values()].toSorted((one, other) => (one.name < other.name ? -1 : 1));
  return `/** The shipped scenarios with their parameters, as types. Written by "npm run docs" from \`scenarios/\` and the contract. */

/** Parameters by scenario. Durations are texts such as \`2s\` or \`PT2S\`. */
export interface ShippedScenarios {
${scenarios.map(scenarioType).join('\n')}
}

/** The name of a shipped scenario. */
export type ScenarioName = keyof ShippedScenarios;
`;
}

function scenarioType({ name, summary, parameters }: Scenario): string {
  const members = Object.entries(parameters).map(([parameter, spec]) => parameterType(parameter, spec));
  const type = members.length === 0 ? 'Readonly<Record<string, never>>' : `{\n${members.join('\n')}\n  }`;
  return `  /** ${comment(summary)} */\n  readonly ${quoted(name)}: ${type};`;
}

function parameterType(name: string, spec: ParameterSpec): string {
  const { description, default: preset } = spec;
  const shown =
    preset === undefined ? '' : ` Default: ${JSON.stringify(preset)}${spec.type === 'duration' ? ' ms' : ''}.`;
  return `    /** ${comment(description)}${comment(shown)} */\n    readonly ${quoted(name)}?: ${valueType(spec)};`;
}

const VALUE_TYPES: Readonly<Record<ParameterSpec['type'], string>> = {
  integer: 'number',
  number: 'number',
  boolean: 'boolean',
  string: 'string',
  duration: 'string',
  integers: 'string | number | readonly number[]',
  strings: 'string | readonly string[]',
};

function valueType({ type, choices }: ParameterSpec): string {
  return choices === undefined ? VALUE_TYPES[type] : choices.map((choice) => `'${choice}'`).join(' | ');
}

function quoted(name: string): string {
  return /^[a-z]+$/.test(name) ? name : `'${name}'`;
}

function comment(text: string): string {
  return text.replaceAll('*/', '*\\/');
}
