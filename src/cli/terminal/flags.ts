/** Reads values of flags. */

import type { Command } from 'commander';
import { nearest } from '../../contract/suggestions.js';
import { UsageError } from './failure.js';
import { type OwnVariable, ownVariable } from '../settings/consumer-variables.js';
import { withComma } from '../settings/setting-flags.js';
import { checkedRevision } from '../settings/settings.js';

/** A flag of a command; `commands.yaml` describes the members. */
export interface FlagRow {
  readonly flag: string;
  readonly heading: string;
  readonly text: string;
  readonly reads?: keyof typeof READERS;
  readonly choices?: readonly string[];
  readonly default?: unknown;
  readonly variable?: string;
  readonly required?: boolean;
  readonly like?: string;
  readonly expected?: string;
  readonly above?: number;
  readonly to?: number;
  readonly whole?: boolean;
}

/**
 * How a flag is read, by the member `reads` in `commands.yaml`. A reader gets the text of the flag, the value so far if
 * the flag is repeated, and the row of the flag. Each reader has its own type for this value, which `never` stands for.
 */
export const READERS = {
  texts: appended,
  // A script may pass a variable that is not set. The flag then has an empty text, and no secret is empty.
  secret: (text: string) => (text === '' ? undefined : text),
  list: commaSeparated,
  pairs: withComma,
  revision: checkedRevision,
  // The default of a flag for variables is an empty list.
  variables: (text: string, before: readonly OwnVariable[]) => [...before, ownVariable(text)],
  number: checkedNumber,
  plainAddress: serviceUrl,
  addresses: checkedUrls,
} as const satisfies Readonly<Record<string, (text: string, before: never, row: FlagRow) => unknown>>;

/** The readers that add a value to those of earlier flags. */
export const ADDING_READERS: ReadonlySet<keyof typeof READERS | undefined> = new Set([
  'texts',
  'list',
  'pairs',
  'variables',
  'addresses',
]);

/** Adds the addresses in a text such as `a,b` to those of earlier flags. */
function checkedUrls(text: string, before: readonly string[] | undefined, row: FlagRow): readonly string[] {
  const urls = commaSeparated(text).map((url) => checkedUrl(longFlag(row), url, row.like!));
  return appended(urls, before);
}

/** `--timeout` for the row of `--timeout <seconds>`. */
function longFlag({ flag }: FlagRow): string {
  return /--[\w-]+/.exec(flag)![0];
}

/**
 * The address in a flag.
 * @param example a valid address, for the message
 * @throws UsageError if it is not an HTTP address
 */
export function checkedUrl(flag: string, url: string, example: string): string {
  if (/^https?:\/\//i.test(url) && URL.canParse(url)) return url;

  throw new UsageError(`${flag}: expected an address such as ${example}, found ${JSON.stringify(withoutUser(url))}`);
}

/** `https://user:password@example.com` becomes `https://example.com`. The address may be wrong in any way. */
function withoutUser(url: string): string {
  const start = url.indexOf('//');
  const end = url.lastIndexOf('@');
  return start >= 0 && end > start ? url.slice(0, start + 2) + url.slice(end + 1) : url;
}

/**
 * The address of a service in a flag, without credentials, query and fragment.
 * @throws UsageError if it is not such an address
 */
function serviceUrl(url: string, _before: unknown, row: FlagRow): string {
  const flag = longFlag(row);
  const example = row.like!;
  const { username, password, search, hash } = new URL(checkedUrl(flag, url, example));
  if ([username, password, search, hash].every((part) => part === '')) return url;

  // The value is not shown: it may contain a secret.
  const parts = 'credentials, query and fragment';
  throw new UsageError(`${flag}: expected an address such as ${example}, without ${parts}`);
}

/** The number in a flag. @throws UsageError if the text is no number, or the number is out of the range of the row */
function checkedNumber(text: string, _before: unknown, row: FlagRow): number {
  const { expected, above = -1, to = Infinity, whole = false } = row;
  // The text has no sign, so without `above` every number is allowed, and 0, too. `Number('')` would be 0.
  const value = /^\d+(?:\.\d+)?$/.test(text) ? Number(text) : Number.NaN;
  const isInRange = value > above && value <= to;
  if (isInRange && (!whole || Number.isInteger(value))) return value;

  // `commands.yaml` has this text for every flag with a number.
  throw new UsageError(`${longFlag(row)}: expected ${expected!}, found ${JSON.stringify(text)}`);
}

/**
 * Refuses a mistyped name, and suggests a similar one.
 * @param refusal the beginning of the message: `--rule: there is no rule`
 * @throws UsageError if the name is not known
 */
export function refuseUnknown(refusal: string, name: string, known: readonly string[]): void {
  if (!known.includes(name)) throw new UsageError(`${refusal} ${JSON.stringify(name)}${nearest(name, known)}`);
}

/** Whether the command line has the flag. A default or a variable also gives a flag a value. */
export function isTyped(command: Command, name: string): boolean {
  return command.getOptionValueSource(name) === 'cli';
}

/** Adds the value to those of earlier flags. */
function appended(value: string | readonly string[], before: readonly string[] = []): readonly string[] {
  return [...before, value].flat();
}

/** Adds the values in a text such as `a,b` to those of earlier flags. */
function commaSeparated(text: string, before: readonly string[] = []): readonly string[] {
  return [...before, ...text.split(',').map((item) => item.trim())];
}
