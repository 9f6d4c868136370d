/** Parses a parameter of a selection as its scenario declares it. */

import { Token } from 'structured-headers';
import { shortened } from '../../common/bounded-list.js';
import type { ActivationParameter } from '../domain/sandbox/activation.js';
import { parseDuration } from '../domain/time/duration.js';
import type { ParameterSpec } from './scenario.js';

/** The longest duration: 100 years, so that each time that a scenario computes has a four-digit year. */
const LONGEST_DURATION = 100 * 365 * 86_400_000;

/** How values of one type are parsed and checked. */
interface ParameterType {
  /** The type in words, for messages. */
  readonly name: string;
  /** Whether a parsed value is of the type. */
  readonly includes: (value: ActivationParameter) => boolean;
  /** The range of numbers if the parameter declares no range. Default: any number. */
  readonly least?: number;
  readonly most?: number;
  /** Parses the value of a selection. Default: the value stays unchanged. */
  readonly parse?: (given: unknown) => ActivationParameter | undefined;
}

/**
 * The types of parameters. A selection writes a list as a string with commas or blanks between the items, because
 * parameters of RFC 9651 cannot be lists.
 */
const TYPES: Readonly<Record<ParameterSpec['type'], ParameterType>> = {
  integer: { name: 'an integer', includes: Number.isInteger },
  number: { name: 'a number', includes: (value) => typeof value === 'number' },
  string: { name: 'a string', includes: (value) => typeof value === 'string' },
  boolean: { name: 'a boolean (?1 or ?0)', includes: (value) => typeof value === 'boolean' },
  duration: {
    name: 'a duration of up to 100 years in a string ("2s", "PT2S")',
    includes: (value) => typeof value === 'number',
    least: 0,
    most: LONGEST_DURATION,
    parse: (given) => (typeof given === 'string' ? parseDuration(given) : undefined),
  },
  integers: {
    name: 'integers in a string ("0,2")',
    includes: (value) => Array.isArray(value) && value.length > 0 && value.every(Number.isInteger),
    parse: (given) => (typeof given === 'number' ? [given] : itemsOf(given).map(Number)),
  },
  strings: {
    name: 'texts in a string ("a,b")',
    includes: (value) => Array.isArray(value) && value.every((item) => typeof item === 'string'),
    parse: (given) => (typeof given === 'string' ? itemsOf(given) : undefined),
  },
};

/** The items of a list, which are separated by commas or blanks. */
function itemsOf(text: unknown): string[] {
  return typeof text === 'string' ? text.split(/[\s,]+/).filter((item) => item !== '') : [];
}

/** The value of a parameter, with durations in milliseconds. Undefined if the scenario does not accept the value. */
export function parseParameter(spec: ParameterSpec, given: unknown): ActivationParameter | undefined {
  const { parse = (written) => written as ActivationParameter } = TYPES[spec.type];
  // A choice may look like a number: `max-limit=20`.
  const isText = given instanceof Token || (spec.choices !== undefined && typeof given === 'number');
  const value = parse(isText ? String(given) : given);

  return value !== undefined && acceptsValue(spec, value) ? value : undefined;
}

/** Whether the scenario accepts a value in its parsed form: durations in milliseconds, lists as arrays. */
export function acceptsValue({ type, minimum, maximum, choices }: ParameterSpec, value: ActivationParameter): boolean {
  const { includes, least = -Infinity, most = Infinity } = TYPES[type];
  // A range holds for a number, and for each number of a list.
  const numbers = [value].flat().filter((item) => typeof item === 'number');
  return (
    includes(value) &&
    (choices === undefined || choices.includes(value as string)) &&
    numbers.every((item) => item >= (minimum ?? least) && item <= (maximum ?? most))
  );
}

/** A sentence for a value that {@link parseParameter} does not accept. It says what the parameter takes. */
export function parameterMistake(scenario: string, parameter: string, spec: ParameterSpec, given: unknown): string {
  // Quotes tell a string from a number, as in a selection.
  const shown = typeof given === 'string' ? `"${given}"` : String(given);
  return `Parameter "${parameter}" of scenario "${scenario}" takes ${expected(spec)}, not ${shortened(shown)}.`;
}

/** What a parameter takes, in words. */
function expected({ type, minimum, maximum, choices }: ParameterSpec): string {
  if (choices !== undefined) return `one of ${choices.join(', ')}`;

  const { name } = TYPES[type];
  if (minimum === undefined) return maximum === undefined ? name : `${name} up to ${maximum}`;

  const end = maximum === undefined ? 'on' : `to ${maximum}`;
  return `${name} from ${minimum} ${end}`;
}
