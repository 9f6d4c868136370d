/** Checks arguments before a request is sent. JavaScript callers can pass anything, so everything is checked. */

import { InvalidArgumentError } from './errors.js';
import type { ListOptions } from './options.js';

/** @throws InvalidArgumentError unless the condition holds */
export function check(condition: unknown, message: string): asserts condition {
  if (!condition) throw new InvalidArgumentError(message);
}

type Name<Options> = keyof Options & string;
/**
 * Checks the options with these names. An option may be absent.
 * @param expected a valid value in words, for the message
 * @throws InvalidArgumentError with the first option that is not valid
 */
export function checkEach<Options extends object>(
  options: Options,
  expected: string,
  isValid: (value: unknown) => boolean,
  ...names: Name<Options>[]
): void {
  for (const name of names) {
    const value = options[name];
    check(value === undefined || isValid(value), `${name} must be ${expected}, not ${String(value)}`);
  }
}

/** @throws InvalidArgumentError unless each of these options is absent, or a number from `least` on */
export function checkNumbers<Options extends object>(least: number, options: Options, ...names: Name<Options>[]): void {
  const isValid = (value: unknown): boolean => typeof value === 'number' && value >= least;
  checkEach(options, `a number from ${least} on`, isValid, ...names);
}

/** Half a surrogate pair, which no request can carry. */
const MALFORMED = /\p{Surrogate}/u;
/** Texts that name nothing: "", "." and "..". As a segment of a path, each would lead to another endpoint. */
const NAMELESS = /^\.{0,2}$/;
/** @throws InvalidArgumentError unless the value is a string that can name something */
export function checkText(name: string, value: unknown): asserts value is string {
  const isText = typeof value === 'string' && !NAMELESS.test(value.trim()) && !MALFORMED.test(value);
  check(isText, `${name} must be a non-empty, well-formed string`);
}

/** @throws InvalidArgumentError unless the value is an array of non-blank strings */
export function checkTexts(name: string, values: unknown): asserts values is readonly string[] {
  check(Array.isArray(values), `${name} must be an array`);
  values.forEach((value, place) => checkText(`${name}[${place}]`, value));
}

/** The members that are neither undefined nor null. @throws InvalidArgumentError for options that are no object */
export function defined<Options extends object>(options: Options | null | undefined): Partial<Options> {
  const all = options ?? {};
  check(typeof all === 'object' && !Array.isArray(all), 'options must be an object');
  const members = Object.entries(all).filter(([, value]) => value !== undefined && value !== null);

  return Object.fromEntries(members) as Partial<Options>;
}

/**
 * The query of a URL, with its question mark; empty without parameters.
 * @throws InvalidArgumentError for a value that a URL cannot carry unchanged, such as `NaN` or an object
 */
export function queryString(query: object): string {
  const parameters = new URLSearchParams();
  for (const [name, value] of Object.entries(query) as [string, unknown][]) {
    // A parameter whose value is an array appears once for each item: `partyIds=a&partyIds=b`.
    for (const item of [value].flat()) {
      const isSendable = typeof item === 'string' ? !MALFORMED.test(item) : Number.isFinite(item);
      check(isSendable, `${name} must be a string or number`);
      parameters.append(name, item as string);
    }
  }

  const text = parameters.toString();
  return text && `?${text}`;
}

/** An object with the same member names, and with the mapped values. */
export function mapValues<From, To>(
  object: Readonly<Record<string, From>>,
  map: (value: From, name: string) => To,
): Record<string, To> {
  return Object.fromEntries(Object.entries(object).map(([name, value]) => [name, map(value, name)]));
}

/**
 * The filters of a list.
 * @throws InvalidArgumentError for a filter that is wrong. An empty filter is wrong, because the service would ignore
 * it and return everything
 */
export function filtersIn({ partyIds, emails }: ListOptions): [name: string, values: readonly string[]][] {
  const filters = Object.entries(defined({ partyIds, emails })) as [string, readonly string[]][];
  for (const [name, values] of filters) {
    checkTexts(name, values);
    check(values.length > 0, `${name} must not be empty`);
    // The service would take the parts around a comma, also an encoded one, for values of their own.
    const hasComma = values.some((value) => value.includes(','));
    check(!hasComma, `${name} must not have a comma`);
  }

  return filters;
}
