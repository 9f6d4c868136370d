/** Reads values of flags. */

import { nearest } from '../../contract/suggestions.js';
import { UsageError } from './failure.js';
import { type OwnVariable, ownVariable } from '../settings/consumer-variables.js';
import { checkedRevision, togetherWith } from '../settings/settings.js';

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

/** Makes the function that reads a flag: from its text, and from what earlier flags of the same name have given. */
type Reader = (name: string, row: FlagRow) => (text: string, before: never) => unknown;

/** The ways of `reads` in `commands.yaml`. */
export const READERS = {
  texts: () => repeated,
  // A variable of a script that is not set leaves the value of a flag empty.
  secret: () => (text: string) => (text === '' ? undefined : text),
  list: () => commaSeparated,
  pairs: () => togetherWith,
  revision: () => checkedRevision,
  variables: () => withVariable,
  number: (name, row) => (text: string) => checkedNumber(name, text, row),
  plainAddress: (name, row) => (text: string) => serviceUrl(name, text, row.like!),
  addresses: (name, row) => (text: string, before?: readonly string[]) => {
    const urls = commaSeparated(text).map((url) => checkedUrl(name, url, row.like!));
    return repeated(urls, before);
  },
} as const satisfies Readonly<Record<string, Reader>>;

/**
 * The address in a flag.
 * @param example a valid address, for the message
 * @throws UsageError if it is not an HTTP address
 */
export function checkedUrl(flag: string, url: string, example: string): string {
  if (/^https?:\/\//i.test(url) && URL.canParse(url)) return url;

  throw new UsageError(`${flag}: expected an address such as ${example}, found ${JSON.stringify(withoutUser(url))}`);
}

/** An address without credentials. */
function withoutUser(url: string): string {
  const start = url.indexOf('//') + 2;
  const end = url.lastIndexOf('@') + 1;
  return start > 1 && end > start ? url.slice(0, start) + url.slice(end) : url;
}

/**
 * The address of a service in a flag, without credentials, query and fragment.
 * @param example a valid address, for the message
 * @throws UsageError if it is not such an address
 */
function serviceUrl(flag: string, url: string, example: string): string {
  const { username, password, search, hash } = new URL(checkedUrl(flag, url, example));
  if ([username, password, search, hash].every((part) => part === '')) return url;

  // The value is not shown: it may contain a secret.
  const parts = 'credentials, query and fragment';
  throw new UsageError(`${flag}: expected an address such as ${example}, without ${parts}`);
}

/** The number in a flag. @throws UsageError if it is not one of the expected ones */
function checkedNumber(flag: string, text: string, { expected, above = -1, to = Infinity, whole }: FlagRow): number {
  const value = /^\d+(?:\.\d+)?$/.test(text) ? Number(text) : Number.NaN;
  const isRight = value > above && value <= to && (whole !== true || Number.isInteger(value));
  if (isRight) return value;

  throw new UsageError(`${flag}: expected ${expected!}, found ${JSON.stringify(text)}`);
}

function withVariable(text: string, before: readonly OwnVariable[]): readonly OwnVariable[] {
  return [...before, ownVariable(text)];
}

/**
 * Refuses a mistyped name, and suggests a similar one.
 * @param refusal the beginning of the message: `--rule: there is no rule`
 * @throws UsageError if the name is not known
 */
export function refuseUnknown(refusal: string, name: string, known: readonly string[]): void {
  if (!known.includes(name)) throw new UsageError(`${refusal} ${JSON.stringify(name)}${nearest(name, known)}`);
}

/** The flag may be repeated. */
function repeated(value: string | readonly string[], before: readonly string[] = []): readonly string[] {
  return [...before, value].flat();
}

/** The flag may be repeated, or have several values with commas between them. */
function commaSeparated(text: string, before: readonly string[] = []): readonly string[] {
  return [...before, ...text.split(',').map((item) => item.trim())];
}
