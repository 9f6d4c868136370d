/**
 * Settings of a command: flags first, then environment variables, then the config file, then defaults.
 * Every flag has a variable (`--token-ttl` is `ID_EMULATOR_TOKEN_TTL`) and a key in the config file (`token-ttl`).
 */

import { type Command, Option } from 'commander';
import { existsSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { escapePointer } from '../contract/json.js';
import { parsePairs } from '../contract/variants/choose-variants.js';
import { DocumentError, type Mistake, readDocument } from '../documents/read-document.js';
import { type EmulatorOptions, expectation, OPTION_SPECS, type OptionSpec } from '../options.js';
import { SHIPPED_FIXTURES } from '../shipped.js';
import { UsageError } from './failure.js';
import type { Terminal } from './terminal.js';

export type LogFormat = 'pretty' | 'json' | 'silent';

/** What a command works with. */
export interface Settings extends EmulatorOptions {
  readonly port: number;
  readonly log: LogFormat;
}

/** What the command line gave, by the names of settings: texts, and true for switches. */
export type Flags = Readonly<Record<string, string | true | undefined>>;

/** The file that is read where `--config` names no other. */
export const CONFIG_FILE = 'id-emulator.config.yaml';

/** What a command that runs on prints. */
export const LOG: OptionSpec<'log'> = {
  name: 'log',
  type: 'choice',
  choices: ['pretty', 'json', 'silent'],
  default: 'pretty',
  description: 'what is printed: for people, one JSON object a line, or nothing',
};

/** The options of the command line: the emulator's, with its usual port, and `log`. */
export const SETTING_SPECS: readonly OptionSpec[] = [
  ...OPTION_SPECS.map((spec) => (spec.name === 'port' && spec.type === 'integer' ? { ...spec, default: 4_010 } : spec)),
  LOG,
];

/** What an option is called where people set it: `tokenTtl`, and `variant` for `variants`. */
export function settingName({ name, setting = name }: OptionSpec): string {
  return setting;
}

/** `tokenTtl` as a flag and as a key of the config file: `token-ttl`. */
export function kebabCase(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
}

/** `tokenTtl` as an environment variable: `ID_EMULATOR_TOKEN_TTL`. */
export function variableName(name: string): string {
  return `ID_EMULATOR_${kebabCase(name).replaceAll('-', '_').toUpperCase()}`;
}

/**
 * Puts the settings together; `flags` are as the command line gave them.
 * @throws UsageError for flags and variables, DocumentError for the config file, each with every mistake
 */
export function readSettings(flags: Flags, environment: NodeJS.ProcessEnv): Settings {
  const given = { ...fromConfigFile(configFile(flags, environment)), ...fromEnvironmentAndFlags(flags, environment) };
  const defaults = SETTING_SPECS.flatMap((spec) => ('default' in spec ? [[spec.name, spec.default]] : []));
  return { ...Object.fromEntries(defaults), ...given } as Settings;
}

function fromEnvironmentAndFlags(flags: Flags, environment: NodeJS.ProcessEnv): Record<string, unknown> {
  const mistakes: string[] = [];
  const given: Record<string, unknown> = {};
  for (const spec of SETTING_SPECS) {
    const variable = environment[variableName(settingName(spec))];
    const flag = flags[settingName(spec)];
    const text = flag ?? variable;
    if (text === undefined || (flag === undefined && text === '')) continue;
    const source = flag === undefined ? variableName(settingName(spec)) : `--${kebabCase(settingName(spec))}`;
    const value = text === true ? true : valueOf(spec, text);
    const expected = expectation(spec, value);
    if (expected !== undefined) mistakes.push(`${source}: expected ${expected}, found ${JSON.stringify(value)}`);
    given[spec.name] = value;
  }
  if (mistakes.length > 0) throw new UsageError(mistakes.join('; '));
  return given;
}

/** The value that a flag's or variable's text stands for; a text that stands for none stays, and is refused by its spec. */
export function valueOf(spec: OptionSpec, text: string): unknown {
  if (spec.type === 'pairs') return parsePairs(text);
  if (spec.type === 'integer') return /^-?\d+$/.test(text) ? Number(text) : text;
  if (spec.type !== 'switch') return text;
  if (text === 'true' || text === '1') return true;
  return text === 'false' || text === '0' ? false : text;
}

function configFile(flags: Flags, environment: NodeJS.ProcessEnv): string | undefined {
  const named = flags['config'] ?? environment[variableName('config')];
  if (typeof named === 'string' && named !== '') return named;
  return existsSync(CONFIG_FILE) ? CONFIG_FILE : undefined;
}

function fromConfigFile(file: string | undefined): Record<string, unknown> {
  if (file === undefined) return {};
  const source = readDocument(file);
  const data = source.data ?? {};
  if (typeof data !== 'object' || Array.isArray(data))
    throw new DocumentError(file, [{ line: 1, message: 'the config file must be a map of settings' }]);
  const mistakes: Mistake[] = [];
  const given: Record<string, unknown> = {};
  for (const [key, written] of Object.entries(data)) {
    const spec = SETTING_SPECS.find((known) => kebabCase(settingName(known)) === key);
    const value: unknown = spec?.type === 'pairs' ? parsePairs(written) : written;
    const expected =
      spec === undefined
        ? `one of the settings ${SETTING_SPECS.map((known) => kebabCase(settingName(known))).join(', ')}`
        : expectation(spec, value);
    if (expected !== undefined)
      mistakes.push({
        ...source.locate(`/${escapePointer(key)}`),
        message: `${key}: expected ${expected}, found ${JSON.stringify(value)}`,
      });
    else given[spec!.name] = spec!.type === 'file' ? besideConfig(file, value as string) : value;
  }
  if (mistakes.length > 0) throw new DocumentError(file, mistakes);
  return given;
}

/** Files that a config file names are looked for beside it. */
function besideConfig(configFile: string, file: string): string {
  return SHIPPED_FIXTURES.includes(file) ? file : resolve(dirname(configFile), file);
}

/** The control token of a running emulator: the flag's, else the environment's. */
export function controlTokenOf(
  flags: { readonly controlToken?: string | undefined },
  environment: NodeJS.ProcessEnv,
): Pick<EmulatorOptions, 'controlToken'> {
  const { controlToken = environment[variableName('controlToken')] } = flags;
  return controlToken === undefined || controlToken === '' ? {} : { controlToken };
}

/** What a command does; `flags` are its own and those of the settings, as they were given. */
export type SettingsAction = (settings: Settings, flags: Flags, argument?: string) => void | Promise<void>;

/** Adds settings as flags, and runs the action with what all settings come to. */
export function withSettings(
  command: Command,
  specs: readonly OptionSpec[],
  { environment }: Pick<Terminal, 'environment'>,
  action: SettingsAction,
): void {
  command.addOption(
    new Option('--config <file>', `settings from this file (default: ${CONFIG_FILE}, if there is one)`),
  );
  for (const spec of specs) {
    const flag = `--${kebabCase(settingName(spec))}${spec.type === 'switch' ? '' : ` <${spec.type === 'choice' ? spec.choices.join('|') : spec.type}>`}`;
    const preset =
      'default' in spec && spec.type !== 'switch' && spec.type !== 'pairs' ? `; default: ${String(spec.default)}` : '';
    const option = new Option(flag, `${spec.description} [${variableName(settingName(spec))}${preset}]`);
    command.addOption(spec.type === 'pairs' ? option.argParser(togetherWith) : option);
  }
  command.action((...given: readonly unknown[]) => {
    const flags = command.opts<Flags>();
    const argument = typeof given[0] === 'string' ? given[0] : undefined;
    return action(readSettings(flags, environment), flags, argument);
  });
}

/** A flag that is given again adds to what was given before. */
function togetherWith(value: string, before: string | undefined): string {
  return before === undefined ? value : `${before},${value}`;
}
