/** Options of an emulator. One table serves the program, the command line, the environment and the config file. */

import { DEFAULT_SECRET } from './domain/sandbox/client-secret.js';
import { REVISIONS, SPECIFICATION } from '../contract/contract.js';
import { VARIANT_SETS, type VariantSet } from '../contract/variants/variant-sets.js';
import type { ShippedScenarios } from './scenarios/shipped-scenarios.js';
import type { OptionRow, OptionSpec } from './option-spec.js';
import { OPTION_ROWS, type WrittenOptions } from './option-rows.js';
import { SANDBOX_ROWS, type WrittenOptions as OwnOptions } from './sandbox-rows.js';
import { DEFAULT_POPULATION, POPULATION_MAXIMUM } from './domain/population/population.js';

/** Options of {@link startEmulator} and {@link createEmulatorApp}. */
export interface EmulatorOptions extends WrittenOptions {
  /** Variants of the contract by point: `{ 'error-body': 'problem' }`; see `fidelity --variants`. Default: none. */
  readonly variants?: ShippedScenarios['variant'];
  /** A group of variants: a `sloppy` service, or a `strict` one. `variants` precede its choices. Default: none. */
  readonly variantSet?: VariantSet;
}

/** Every option, in the order of the help text. */
const OPTIONS = {
  ...OPTION_ROWS,
  population: {
    ...OPTION_ROWS.population,
    maximum: POPULATION_MAXIMUM,
    description: `parties, with about 2 users each; default: ${DEFAULT_POPULATION}`,
  },
  revision: { ...OPTION_ROWS.revision, choices: [SPECIFICATION, ...REVISIONS], default: SPECIFICATION },
  variantSet: { ...OPTION_ROWS.variantSet, choices: Object.keys(VARIANT_SETS) },
  clientSecret: { ...OPTION_ROWS.clientSecret, default: DEFAULT_SECRET },
} as const satisfies Readonly<Record<keyof EmulatorOptions, OptionRow>>;

/** The rows as a list, each with its name. */
export function specsOf<Name extends string>(rows: Readonly<Record<Name, OptionRow>>): readonly OptionSpec<Name>[] {
  return Object.entries<OptionRow>(rows).map(([name, row]) => ({ ...row, name: name as Name }));
}

/** The table of options as a list. */
export const OPTION_SPECS = specsOf<keyof EmulatorOptions>(OPTIONS);

/** The options of a sandbox. */
export const SANDBOX_SPECS: readonly OptionSpec[] = [
  ...specsOf(SANDBOX_ROWS),
  ...OPTION_SPECS.filter(({ perSandbox }) => perSandbox !== undefined),
];

/** The names of the options whose rows have a member, such as a default. */
type RowsWith<Member> = {
  [Name in keyof typeof OPTIONS]: (typeof OPTIONS)[Name] extends Member ? Name : never;
}[keyof typeof OPTIONS];

/** Options with their defaults filled in. */
export type CompleteOptions = Required<Pick<EmulatorOptions, RowsWith<{ default: unknown }>>> & EmulatorOptions;

/** Options that a sandbox keeps, shows and saves. */
export type SettingName = RowsWith<{ perSandbox: 'setting' }>;

/** Options of `emulator.sandbox()` and of `POST /_emulator/sandboxes`; each defaults to the emulator's option. */
export interface SandboxOptions
  extends OwnOptions, Pick<EmulatorOptions, Exclude<RowsWith<{ perSandbox: string }>, 'fixture'>> {
  /** A shipped fixture's name, or a fixture in the form of `spec/fixture.schema.json`; in a program also a file. */
  readonly fixture?: string | object;
}
