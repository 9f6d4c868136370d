/** How an emulator can be set up: one table serves the program, the command line, the environment and the config file. */

import { REVISIONS, SPECIFICATION } from './contract/contract.js';
import { isObject } from './contract/json.js';
import { parseChoices } from './contract/variants/choose-variants.js';
import type { VariantChoices } from './contract/variants/variant-point.js';
import { POPULATION_MAXIMUM } from './domain/population/population.js';
import { parseTimestamp } from './domain/time/clock.js';
import { isClockTime } from './domain/time/sandbox-clock.js';
import type { Network } from './domain/tokens/access-tokens.js';

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
  /** Sets the clock to this time, ISO 8601, and lets it run. Not together with `now`. Default: the machine's time. */
  readonly time?: string;
  /** Refuses query parameters and body members that the contract does not know. Default: false, they are passed over. */
  readonly strict?: boolean;
  /** Which revision of the service's contract is served: the specification's, or a later one. Default: `specification`. */
  readonly revision?: string;
  /**
   * Where the service is taken to do otherwise than the contract says, by point: `{ 'error-body': 'problem' }`;
   * `id-emulator fidelity --variants` lists what there is. Default: nowhere.
   */
  readonly variants?: VariantChoices;
  /** The institution's client ID. Default: `demo-institution`. */
  readonly clientId?: string;
  /** The institution's client secret. Default: `demo-secret`. */
  readonly clientSecret?: string;
  /**
   * A file with the private key that signs access tokens: PEM, Ed25519 or RSA. Needed where others can reach the
   * emulator. Default: a development key that everybody knows.
   */
  readonly signingKey?: string;
  /** How many exchanges the journal of each sandbox keeps; 0 turns it off. Default: 1000. */
  readonly journalSize?: number;
  /** Removes sandboxes, but not the default one, that nobody has used for so many seconds of real time; 0 for never. Default: 0. */
  readonly sandboxIdleTtl?: number;
  /** Opens a sandbox for every client ID that is not known; the service would answer 401. Default: false. */
  readonly autoSandbox?: boolean;
  /** What requests to the control plane have to bear as `Authorization: Bearer`. Default: none is needed. */
  readonly controlToken?: string;
  /** A file with the state of sandboxes, as `exportOnExit` writes it, to begin with. Default: none. */
  readonly import?: string;
  /** A file that the state of all sandboxes is written to when the emulator is closed. Default: none. */
  readonly exportOnExit?: string;
}

type OpenOption =
  'variants' | 'scenario' | 'scenarios' | 'now' | 'time' | 'signingKey' | 'controlToken' | 'import' | 'exportOnExit';

/** Options with nothing left open. */
export type CompleteOptions = Required<Omit<EmulatorOptions, OpenOption>> & Pick<EmulatorOptions, OpenOption>;

/** One option, as the table describes it. */
export type OptionSpec<Name extends string = string> = {
  readonly name: Name;
  readonly description: string;
  /** What it is called on the command line and in files. Default: its name. */
  readonly setting?: string;
} & (
  | { readonly type: 'integer'; readonly minimum: number; readonly maximum: number; readonly default: number }
  | { readonly type: 'text' | 'file'; readonly default?: string }
  | { readonly type: 'time' }
  | { readonly type: 'choice'; readonly choices: readonly string[]; readonly default: string }
  | { readonly type: 'switch'; readonly default: false }
  /** Values by name, as texts: `a=b,c=d`; flags of this type may be repeated. */
  | { readonly type: 'pairs' }
);

const YEAR = 365 * 86_400;

/** Every option, in the order in which help shows them. */
export const OPTION_SPECS: readonly OptionSpec<keyof EmulatorOptions>[] = [
  {
    name: 'port',
    type: 'integer',
    minimum: 0,
    maximum: 65_535,
    default: 0,
    description: 'TCP port; 0 takes a free one',
  },
  { name: 'host', type: 'text', default: '127.0.0.1', description: 'address to listen on' },
  {
    name: 'seed',
    type: 'integer',
    minimum: 0,
    maximum: 0xffff_ffff,
    default: 1,
    description: 'what everything generated is drawn from',
  },
  {
    name: 'population',
    type: 'integer',
    minimum: 0,
    maximum: POPULATION_MAXIMUM,
    default: 200,
    description: 'number of generated parties',
  },
  { name: 'fixture', type: 'file', default: 'default', description: 'a fixture file, or "default" or "empty"' },
  { name: 'scenario', type: 'text', description: 'scenarios for every request, e.g. "rate-limit-burst;burst=2"' },
  { name: 'scenarios', type: 'file', description: 'a folder with scenario files of your own' },
  {
    name: 'tokenTtl',
    type: 'integer',
    minimum: 1,
    maximum: YEAR,
    default: 3_600,
    description: 'lifetime of access tokens in seconds',
  },
  {
    name: 'linkTtl',
    type: 'integer',
    minimum: 1,
    maximum: YEAR,
    default: 900,
    description: 'lifetime of verification links in seconds',
  },
  {
    name: 'network',
    type: 'choice',
    choices: ['devnet', 'mainnet'],
    default: 'devnet',
    description: 'network the emulator stands for',
  },
  { name: 'now', type: 'time', description: 'stop the clock at this time (ISO 8601)' },
  { name: 'time', type: 'time', description: 'set the clock to this time (ISO 8601) and let it run' },
  { name: 'strict', type: 'switch', default: false, description: 'refuse what the contract does not know' },
  {
    name: 'revision',
    type: 'choice',
    choices: [SPECIFICATION, ...REVISIONS],
    default: SPECIFICATION,
    description: 'revision of the contract that is served',
  },
  {
    name: 'variants',
    setting: 'variant',
    type: 'pairs',
    description: 'where the service does otherwise, e.g. error-body=problem',
  },
  { name: 'clientId', type: 'text', default: 'demo-institution', description: 'client ID of the institution' },
  { name: 'clientSecret', type: 'text', default: 'demo-secret', description: 'client secret of the institution' },
  { name: 'signingKey', type: 'file', description: 'file with a private key (PEM) that signs the tokens' },
  {
    name: 'journalSize',
    type: 'integer',
    minimum: 0,
    maximum: 1_000_000,
    default: 1_000,
    description: 'exchanges that each journal keeps; 0 turns it off',
  },
  {
    name: 'sandboxIdleTtl',
    type: 'integer',
    minimum: 0,
    maximum: YEAR,
    default: 0,
    description: 'seconds after which an unused sandbox goes; 0 for never',
  },
  { name: 'autoSandbox', type: 'switch', default: false, description: 'open a sandbox for every unknown client ID' },
  { name: 'controlToken', type: 'text', description: 'token that the control plane demands' },
  { name: 'import', type: 'file', description: 'file with the state of sandboxes to begin with' },
  { name: 'exportOnExit', type: 'file', description: 'file for the state of all sandboxes at the end' },
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
  const mistakes = mistakesIn(options, OPTION_SPECS);
  if (mistakes.length > 0) throw new OptionsError(mistakes.join('; '));
  const values = OPTION_SPECS.map((spec): [string, unknown] => [
    spec.name,
    options[spec.name] ?? ('default' in spec ? spec.default : undefined),
  ]);
  return Object.fromEntries(values.filter(([, value]) => value !== undefined)) as unknown as CompleteOptions;
}

/** What is wrong with options of which these are known, a sentence each; `now` and `time` exclude each other. */
export function mistakesIn(
  options: Readonly<Record<string, unknown>> | EmulatorOptions,
  specs: readonly OptionSpec[],
): string[] {
  const given = new Map<string, unknown>(Object.entries(options).filter(([, value]) => value !== undefined));
  const mistakes = specs.flatMap((spec) => {
    const value = given.get(spec.name);
    const expected = given.delete(spec.name) ? expectation(spec, value) : undefined;
    return expected === undefined ? [] : [`option ${spec.name}: expected ${expected}, found ${JSON.stringify(value)}`];
  });
  mistakes.push(...[...given.keys()].map((name) => `there is no option "${name}"`));
  if (options.now !== undefined && options.time !== undefined)
    mistakes.push('option time: expected nothing beside option now, which stops the clock');
  return mistakes;
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
      return typeof value === 'string' && isClockTime(parseTimestamp(value) ?? Number.NaN)
        ? undefined
        : 'a time as in 2026-01-31T09:00:00Z';
    case 'choice':
      return spec.choices.includes(value as string) ? undefined : `one of ${spec.choices.join(', ')}`;
    case 'switch':
      return typeof value === 'boolean' ? undefined : 'true or false';
    case 'pairs':
      return isPairs(value) ? undefined : 'pairs as in error-body=problem, max-limit=20';
  }
}

function isPairs(value: unknown): boolean {
  return isObject(value) && Object.values(value).every((item) => typeof item === 'string');
}

/**
 * The pairs that people write: a text (`a=b, c=d`), a list of such texts, or a map whose values may be numbers. Anything else
 * stays what it is, and is refused by its spec.
 */
export function readPairs(value: unknown): unknown {
  if (typeof value === 'string') return parseChoices(value) ?? value;
  if (Array.isArray(value)) return readPairs(value.join(','));
  if (!isObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, item]): [string, unknown] => [
      name,
      typeof item === 'number' ? String(item) : item,
    ]),
  );
}
