/** The specification of an option, and the values that it accepts. `options.ts` lists all options. */

import { isObject } from '../common/json.js';
import { isClockTime } from './domain/time/clock.js';
import { parseTimestamp } from './domain/time/timestamp.js';

/** One row of the table of options: what the option means, its type and its default. */
export type OptionRow = {
  /** What the help says of the option. Absent where no command has a flag for it. */
  readonly description?: string;
  /** The option's name on the command line and in files. Default: its name in the program. */
  readonly setting?: string;
  /**
   * Whether a sandbox may override the option. A sandbox keeps, shows and saves a `setting`. It uses a `start` value
   * only once, when it is set up. Default: a sandbox may not override the option.
   */
  readonly perSandbox?: 'setting' | 'start';
} & (
  | { readonly type: 'integer'; readonly minimum: number; readonly maximum: number; readonly default?: number }
  | { readonly type: 'text' | 'file'; readonly default?: string }
  | { readonly type: 'time' | 'url'; readonly default?: undefined }
  /** Anything that the reader of the option checks itself. */
  | { readonly type: 'object'; readonly default?: undefined }
  /** Texts, written as `a,b`; flags of this type may be repeated. */
  | { readonly type: 'list'; readonly of: keyof typeof LISTS; readonly default?: readonly string[] }
  | { readonly type: 'choice'; readonly choices: readonly string[]; readonly default?: string }
  | { readonly type: 'switch'; readonly default?: false }
  /** Texts by name, written as `a=b,c=d`; flags of this type may be repeated. */
  | { readonly type: 'pairs'; readonly default?: Readonly<Record<string, string>> }
);

/** One option: its row of the table, and its name. */
export type OptionSpec<Name extends string = string> = OptionRow & { readonly name: Name };

/** The name of an option as a setting: `tokenTtl`; `variant` for `variants`. */
export function settingName({ name, setting = name }: OptionSpec): string {
  return setting;
}

/** The name of a flag and of a key in the config file: `token-ttl` for `tokenTtl`. */
export function kebabCase(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
}

/** The flag of an option without its value: `--token-ttl`. */
export function flagName(spec: OptionSpec): string {
  return `--${kebabCase(settingName(spec))}`;
}

/** The name of the environment variable: `ID_EMULATOR_TOKEN_TTL` for `tokenTtl`. */
export function variableName(name: string): string {
  return `ID_EMULATOR_${kebabCase(name).replaceAll('-', '_').toUpperCase()}`;
}

/** The values that the option accepts, in words. Undefined if the option accepts this value. */
export function expectedInstead(spec: OptionSpec, value: unknown): string | undefined {
  switch (spec.type) {
    case 'integer': {
      const number = Number.isInteger(value) ? (value as number) : Number.NaN;
      const isInRange = number >= spec.minimum && number <= spec.maximum;
      return isInRange ? undefined : `an integer from ${spec.minimum} to ${spec.maximum}`;
    }
    case 'text':
    case 'file':
      return typeof value === 'string' && value !== '' ? undefined : 'a non-empty text';
    case 'time':
      if (value instanceof Date) return 'a text, as toISOString() of the Date returns it';

      // A day alone is a date of fixtures, and no time of a clock.
      return typeof value === 'string' && value.includes('T') && isClockTime(parseTimestamp(value) ?? Number.NaN)
        ? undefined
        : 'a time such as 2026-01-31T09:00:00Z';
    case 'choice':
      return spec.choices.includes(value as string) ? undefined : `one of ${spec.choices.join(', ')}`;
    case 'url':
      // Paths are appended to the URL, so it has neither query nor fragment.
      return typeof value === 'string' && /^https?:\/\/[^?#@]+$/i.test(value) && URL.canParse(value)
        ? undefined
        : 'a URL as in https://identity.example.com/emulator';
    case 'list':
      return Array.isArray(value) && value.every((item) => LISTS[spec.of].accepts(item))
        ? undefined
        : LISTS[spec.of].expected;
    case 'object':
      return undefined;
    case 'switch':
      return typeof value === 'boolean' ? undefined : 'true or false';
    case 'pairs':
      return isObject(value) && Object.values(value).every((item) => typeof item === 'string')
        ? undefined
        : 'pairs as in error-body=problem, max-limit=20';
  }
}

/** Whether an item is the origin of a web page: scheme, host and port. */
function isOrigin(item: unknown): boolean {
  if (typeof item !== 'string' || item.includes('*')) return false;
  return URL.canParse(item) && new URL(item).origin === item;
}

/** The kinds of items that a list may have. */
const LISTS = {
  texts: { expected: 'a list of texts', accepts: (item: unknown) => typeof item === 'string' },
  origins: {
    expected:
      'origins as in https://app.example.com,http://localhost:5173, or * for all (no patterns such as *.example.com)',
    accepts: (item: unknown) => item === '*' || isOrigin(item),
  },
  hosts: {
    expected: 'names of hosts without a port as in emulator.example.com,*.test.example.com',
    accepts: (item: unknown) => typeof item === 'string' && /^(?:\*\.)?[a-z0-9_-]+(?:\.[a-z0-9_-]+)*$/i.test(item),
  },
} as const;
