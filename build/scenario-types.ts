/** Writes `src/emulator/scenarios/shipped-scenarios.ts`: the shipped scenarios and their parameters, as types. */

import { readFileSync, readdirSync } from 'node:fs';
import { parse } from 'yaml';
import type { OpenApiDocument } from '../src/contract/document.js';
import { readFidelity } from '../src/contract/fidelity/fidelity.js';
import { variantPoints } from '../src/contract/variants/variant-point.js';
import type { ParameterSpec, Scenario } from '../src/emulator/scenarios/scenario.js';
import { variantScenario } from '../src/emulator/scenarios/variant-scenario.js';
import VALUE_TYPES from './value-types.json' with { type: 'json' };

type DescribedScenario = Pick<Scenario, 'name' | 'summary'> & Partial<Pick<Scenario, 'parameters'>>;

/** The source with the types. */
export function scenarioTypes(): string {
  const files = readdirSync('scenarios').filter((name) => name.endsWith('.yaml'));
  const inFiles = files.map((name) => parse(readFileSync(`scenarios/${name}`, 'utf8')) as DescribedScenario);
  const all = [...inFiles, variantOfContract()];
  const scenarios = all.toSorted((one, other) => (one.name < other.name ? -1 : 1));

  return `/** The shipped scenarios with their parameters, as types. Generated from \`scenarios/\` and the contract by the build. */

/** Parameters by scenario. Durations are texts such as \`2s\` or \`PT2S\`. */
export interface ShippedScenarios {
${scenarios.map(scenarioType).join('\n')}
}

/** The name of a shipped scenario. */
export type ScenarioName = keyof ShippedScenarios;
`;
}

/** The scenario `variant`, whose parameters are the points of the contract that have variants. */
function variantOfContract(): DescribedScenario {
  const contract = parse(readFileSync('spec/openapi.yaml', 'utf8')) as OpenApiDocument;
  return variantScenario(variantPoints(readFidelity(contract).points));
}

function scenarioType({ name, summary, parameters = {} }: DescribedScenario): string {
  const members = Object.entries(parameters).map(([parameter, spec]) => parameterType(parameter, spec));
  const type = members.length === 0 ? 'Readonly<Record<string, never>>' : `{\n${members.join('\n')}\n  }`;
  return `  /** ${comment(summary)} */\n  readonly ${quoted(name)}: ${type};`;
}

function parameterType(name: string, { type, description, default: preset, choices }: ParameterSpec): string {
  const value = choices === undefined ? VALUE_TYPES[type] : choices.map((choice) => `'${choice}'`).join(' | ');
  const shown = type === 'duration' ? String(preset) : JSON.stringify(preset);
  const text = comment(preset === undefined ? description : `${description} Default: ${shown}.`);

  return `    /** ${text} */\n    readonly ${quoted(name)}?: ${value};`;
}

function quoted(name: string): string {
  return /^[a-z]+$/.test(name) ? name : `'${name}'`;
}

function comment(text: string): string {
  return text.replaceAll('*/', '*\\/');
}
