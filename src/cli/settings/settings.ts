/**
 * Settings of a command: flags first, then environment variables, then the config file, then defaults. Every flag has a
 * variable (`--token-ttl` is `ID_EMULATOR_TOKEN_TTL`) and a key in the config file (`token-ttl`).
 */

import { existsSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { escapePointer } from '../../common/json.js';
import { nearest } from '../../contract/suggestions.js';
import { parsePairs } from '../../contract/variants/choose-variants.js';
import { DocumentError, type Mistake, readDocument } from '../../contract/documents/read-document.js';
import { withDefaults } from '../../emulator/complete-options.js';
import type { OptionSpec } from '../../emulator/option-spec.js';
import { expectedInstead, flagName, kebabCase, settingName, variableName } from '../../emulator/option-spec.js';
import { type EmulatorOptions, OPTION_SPECS } from '../../emulator/options.js';
import { isShippedFixture } from '../../emulator/control/fixtures/load-fixture.js';
import { UsageError } from '../terminal/failure.js';

/** How a command writes what happens. */
export type LogFormat = 'pretty' | 'json' | 'silent';

/** The settings of a command. */
export interface Settings extends EmulatorOptions {
  readonly port: number;
  readonly log: LogFormat;
}

/** The flags on the command line, by the names of settings. Values are texts, or true for switches. */
export type Flags = Readonly<Record<string, string | boolean | undefined>>;

/** The config file that is read if `--config` is not given. */
export const CONFIG_FILE = 'id-emulator.config.yaml';

/** A wrong name of the config file that many users choose. */
const MISNAMED = 'id-emulator.config.yml';

/** The setting for the output of a command that keeps running. */
export const LOG: OptionSpec<'log'> = {
  name: 'log',
  type: 'choice',
  choices: ['pretty', 'json', 'silent'],
  default: 'pretty',
  description: 'text, lines of JSON, or none',
};

/** The options, with the port that is usual for a command. */
export function withUsualPort(specs: readonly OptionSpec[], port: number): OptionSpec[] {
  return specs.map((spec) => (spec.name === 'port' && spec.type === 'integer' ? { ...spec, default: port } : spec));
}

/** The options of the command line: the options of the emulator, with its usual port, and the options of commands. */
export const SETTING_SPECS: readonly OptionSpec[] = [...withUsualPort(OPTION_SPECS, 4_010), LOG];

/**
 * The options of commands that run another command. Their emulator takes a free port, so that several commands can run
 * side by side.
 */
export const EXEC_SPECS = withUsualPort(SETTING_SPECS, 0);

/** The options of the emulator: the settings without the setting that only commands have. */
export function emulatorOptions({ log: _log, ...options }: Settings): EmulatorOptions & { port: number } {
  return options;
}

/** Every key of the config file. */
const SETTING_KEYS = SETTING_SPECS.map((spec) => kebabCase(settingName(spec)));

/**
 * Combines the settings: flags, variables, the config file, and defaults.
 * @param specs the settings of the command, with its own defaults
 * @throws UsageError for flags and variables, DocumentError for the config file, each with every mistake
 */
export function readSettings(flags: Flags, environment: NodeJS.ProcessEnv, specs: readonly OptionSpec[]): Settings {
  const inFile = fromConfigFile(configFileFor(flags, environment));
  // A wrong variable is refused even if this command has no flag for the setting.
  const inFlags = fromFlags(flags, SETTING_SPECS, environment);
  // The later specs win: a command may have its own default for a setting.
  const defaults = withDefaults({}, [...SETTING_SPECS, ...specs]);

  // The specs have checked the type of each value.
  return { ...defaults, ...inFile, ...inFlags } as unknown as Settings;
}

/**
 * The settings that flags give, or else variables.
 * @param environment default: no variables
 * @throws UsageError with every mistake
 */
export function fromFlags(
  flags: Flags,
  specs: readonly OptionSpec[],
  environment: NodeJS.ProcessEnv = {},
): Record<string, unknown> {
  const mistakes: string[] = [];
  const settings: Record<string, unknown> = {};
  for (const spec of specs) {
    const name = settingName(spec);
    const flag = flags[name];
    // An empty variable counts as none, because a CI system sets a variable without a value to the empty text. An empty
    // flag is a mistake of the user.
    const inEnvironment = environment[variableName(name)];
    const variable = inEnvironment === '' ? undefined : inEnvironment;
    const written = flag ?? variable;
    if (written === undefined) continue;

    const source = flag === undefined ? variableName(name) : flagName(spec);
    const value = typeof written === 'boolean' ? written : valueOf(spec, written);
    const mistake = mistakeIn(source, spec, value);
    if (mistake !== undefined) mistakes.push(mistake);
    settings[spec.name] = value;
  }

  if (mistakes.length > 0) throw new UsageError(mistakes.join('; '));

  return settings;
}

/** The specs of these settings, for commands that read no other settings. */
export function specsOf(...names: readonly (keyof EmulatorOptions)[]): OptionSpec[] {
  return SETTING_SPECS.filter(({ name }) => names.some((wanted) => wanted === name));
}

/** The value of `--revision` in a command that reads no other setting. @throws UsageError as `start` does */
export function checkedRevision(text: string): string {
  // Only the refusal matters here: the text is the value.
  fromFlags({ revision: text }, specsOf('revision'));
  return text;
}

/** Parses the text of a flag or variable. A text that is not valid is returned unchanged, and its spec rejects it. */
export function valueOf(spec: OptionSpec, text: string): unknown {
  if (spec.type === 'pairs') return parsePairs(text);
  if (spec.type === 'list') return text.split(',').map((item) => item.trim());
  if (spec.type === 'integer') return /^-?\d+$/.test(text) ? Number(text) : text;
  if (spec.type !== 'switch') return text;
  if (text === 'true' || text === '1') return true;

  return text === 'false' || text === '0' ? false : text;
}

/** The config file that a flag or a variable names, or else the file with the usual name; undefined without a file. */
function configFileFor(flags: Flags, environment: NodeJS.ProcessEnv): string | undefined {
  const named = flags['config'] ?? environment[variableName('config')];
  if (typeof named === 'string' && named !== '') return named;
  if (existsSync(CONFIG_FILE)) return CONFIG_FILE;

  if (existsSync(MISNAMED))
    throw new UsageError(`${MISNAMED}: the config file is called ${CONFIG_FILE}; rename it, or name it with --config`);

  return undefined;
}

/** The settings in the config file; none without a file. @throws DocumentError with every mistake, each at its line */
function fromConfigFile(file: string | undefined): Record<string, unknown> {
  if (file === undefined) return {};

  const source = readDocument(file);
  // An empty file is valid.
  const data = source.data ?? {};
  if (typeof data !== 'object' || Array.isArray(data))
    throw new DocumentError(file, [{ line: 1, message: 'the config file must be a map of settings' }]);

  const mistakes: Mistake[] = [];
  const settings: Record<string, unknown> = {};
  const addMistake = (key: string, message: string): void => {
    mistakes.push({ ...source.locate(`/${escapePointer(key)}`), message });
  };

  for (const [key, written] of Object.entries(data)) {
    const spec = SETTING_SPECS.find((known) => kebabCase(settingName(known)) === key);
    if (spec === undefined) {
      addMistake(key, `${key}: there is no such setting${nearest(key, SETTING_KEYS)}`);
      continue;
    }

    const value = valueInFile(spec, written);
    const mistake = mistakeIn(key, spec, value);
    if (mistake !== undefined) addMistake(key, mistake);
    else settings[spec.name] = spec.type === 'file' ? relativeToConfig(file, value as string) : value;
  }

  if (mistakes.length > 0) throw new DocumentError(file, mistakes);

  return settings;
}

/** The value in a config file. Lists and pairs may be written as in a flag, or as lists and maps of YAML. */
function valueInFile(spec: OptionSpec, written: unknown): unknown {
  if (spec.type === 'pairs') return parsePairs(written);
  return spec.type === 'list' && typeof written === 'string' ? valueOf(spec, written) : written;
}

/** The message about a value that the spec does not accept; undefined if the spec accepts the value. */
function mistakeIn(source: string, spec: OptionSpec, value: unknown): string | undefined {
  const expected = expectedInstead(spec, value);
  return expected === undefined ? undefined : `${source}: expected ${expected}, found ${JSON.stringify(value)}`;
}

/** Resolves a path in a config file relative to that file. The name of a shipped fixture and a URL are no paths. */
function relativeToConfig(configFile: string, path: string): string {
  const isPath = !isShippedFixture(path) && !path.includes('://');
  return isPath ? resolve(dirname(configFile), path) : path;
}
