/** How an emulator can be set up: one table serves the program, the command line, the environment and the config file. */

import type { Network } from './domain/access-tokens.js';
import { parseTimestamp } from './domain/clock.js';
import { POPULATION_MAXIMUM } from './domain/population/population.js';

/** Options of {@link startEmulator} and {@link createEmulatorApp}. */
export interface EmulatorOptions {
  /** TCP port; 0 takes a free one. Default: 0 in-process, 4010 on the command line. */
  readonly port?: number;
  /** Address to listen on. Default: 127.0.0.1, so that nobody else can reach the emulator. */
  readonly host?: string;
  /** Everything that is drawn is drawn from it: the same seed, the same world, the same tokens. Default: 1. */
  readonly seed?: number;
  /** How many generated parties stand behind the fixture's. They cost neither time nor memory. Default: 200. */
  readonly population?: number;
  /** A fixture file, or the name of a shipped one: `default` or `empty`. Default: `default`. */
  readonly fixture?: string;
  /** Scenarios that every request meets, as in the `Emulator-Scenario` header. Default: none. */
  readonly scenario?: string;
  /** A folder with scenario files of your own, beside the shipped ones. Default: none. */
  readonly scenarios?: string;
  /** Lifetime of access tokens in seconds (specification section 8). Default: 3600. */
  readonly tokenTtl?: number;
  /** Lifetime of verification links in seconds. Default: 900. */
  readonly linkTtl?: number;
  /** Which network the emulator stands for; a token of one is refused on the other. Default: `devnet`. */
  readonly network?: Network;
  /** Stops the clock at this time, ISO 8601, so that the same requests give the same bytes. Default: the clock runs. */
  readonly now?: string;
  /** Refuses query parameters and body members that the contract does not know. Default: false, they are passed over. */
  readonly strict?: boolean;
  /** The institution's client ID. Default: `demo-institution`. */
  readonly clientId?: string;
  /** The institution's client secret. Default: `demo-secret`. */
  readonly clientSecret?: string;
  /**
   * A file with the private key that signs access tokens: PEM, Ed25519 or RSA. Needed where others can reach the
   * emulator. Default: a development key that everybody knows.
   */
  readonly signingKey?: string;
}

/** Options with nothing left open. */
export type CompleteOptions = Required<Omit<EmulatorOptions, 'scenario' | 'scenarios' | 'now' | 'signingKey'>> &
  Pick<EmulatorOptions, 'scenario' | 'scenarios' | 'now' | 'signingKey'>;

/** One option, as the table describes it. */
export type OptionSpec<Name extends string = string> = {
  readonly name: Name;
  readonly description: string;
} & (
  | { readonly type: 'integer'; readonly minimum: number; readonly maximum: number; readonly default: number }
  | { readonly type: 'text' | 'file'; readonly default?: string }
  | { readonly type: 'time' }
  | { readonly type: 'choice'; readonly choices: readonly string[]; readonly default: string }
  | { readonly type: 'switch'; readonly default: false }
);

const YEAR = 365 * 86_400;

/** Every option, in the order in which help shows them. */
export const OPTION_SPECS: readonly OptionSpec<keyof EmulatorOptions>[] = [
  { name: 'port', type: 'integer', minimum: 0, maximum: 65_535, default: 0, description: 'TCP port; 0 takes a free one' },
  { name: 'host', type: 'text', default: '127.0.0.1', description: 'address to listen on' },
  { name: 'seed', type: 'integer', minimum: 0, maximum: 0xffff_ffff, default: 1, description: 'what everything generated is drawn from' },
  { name: 'population', type: 'integer', minimum: 0, maximum: POPULATION_MAXIMUM, default: 200, description: 'number of generated parties' },
  { name: 'fixture', type: 'file', default: 'default', description: 'a fixture file, or "default" or "empty"' },
  { name: 'scenario', type: 'text', description: 'scenarios for every request, e.g. "rate-limit-burst;burst=2"' },
  { name: 'scenarios', type: 'file', description: 'a folder with scenario files of your own' },
  { name: 'tokenTtl', type: 'integer', minimum: 1, maximum: YEAR, default: 3_600, description: 'lifetime of access tokens in seconds' },
  { name: 'linkTtl', type: 'integer', minimum: 1, maximum: YEAR, default: 900, description: 'lifetime of verification links in seconds' },
  { name: 'network', type: 'choice', choices: ['devnet', 'mainnet'], default: 'devnet', description: 'network the emulator stands for' },
  { name: 'now', type: 'time', description: 'stop the clock at this time (ISO 8601)' },
  { name: 'strict', type: 'switch', default: false, description: 'refuse what the contract does not know' },
  { name: 'clientId', type: 'text', default: 'demo-institution', description: 'client ID of the institution' },
  { name: 'clientSecret', type: 'text', default: 'demo-secret', description: 'client secret of the institution' },
  { name: 'signingKey', type: 'file', description: 'file with a private key (PEM) that signs the tokens' },
];

/** Thrown where options cannot be used. */
export class OptionsError extends Error {
  override readonly name = 'OptionsError';
}

/**
 * Fills in what is absent and checks what is there.
 * @throws OptionsError with every mistake
 */
export function completeOptions(options: EmulatorOptions): CompleteOptions {
  const mistakes: string[] = [];
  const complete: Record<string, unknown> = {};
  for (const spec of OPTION_SPECS) {
    const value = options[spec.name] ?? ('default' in spec ? spec.default : undefined);
    const expected = value === undefined ? undefined : expectation(spec, value);
    if (expected !== undefined) mistakes.push(`option ${spec.name}: expected ${expected}, found ${JSON.stringify(value)}`);
    if (value !== undefined) complete[spec.name] = value;
  }
  for (const name of Object.keys(options)) {
    if (!OPTION_SPECS.some((spec) => spec.name === name)) mistakes.push(`there is no option "${name}"`);
  }
  if (mistakes.length > 0) throw new OptionsError(mistakes.join('; '));
  return complete as CompleteOptions;
}

/** What the value should have been; undefined where it is right. */
export function expectation(spec: OptionSpec, value: unknown): string | undefined {
  switch (spec.type) {
    case 'integer': {
      const right = Number.isInteger(value) && (value as number) >= spec.minimum && (value as number) <= spec.maximum;
      return right ? undefined : `an integer from ${spec.minimum} to ${spec.maximum}`;
    }
    case 'text':
    case 'file':
      return typeof value === 'string' && value !== '' ? undefined : 'a non-empty text';
    case 'time':
      return typeof value === 'string' && parseTimestamp(value) !== undefined ? undefined : 'a time as in 2026-01-31T09:00:00Z';
    case 'choice':
      return spec.choices.includes(value as string) ? undefined : `one of ${spec.choices.join(', ')}`;
    case 'switch':
      return typeof value === 'boolean' ? undefined : 'true or false';
  }
}
