/** Parses a parameter of a selection as its scenario declares it. */

import { Token } from 'structured-headers';
import { shortened } from '../../common/bounded-list.js';
import type { ActivationParameter } from '../domain/sandbox/activation.js';
import { parseDuration } from '../domain/time/duration.js';
import type { ParameterSpec } from './scenario.js';

/** The value, durations in milliseconds; undefined if the scenario does not accept it. */
export function parseParameter(spec: ParameterSpec, given: unknown): ActivationParameter | undefined {
  const value = convert(spec.type, plainValue(spec, given));
  return value !== undefined && acceptsValue(spec, value) ? value : undefined;
}

/** 100 years, so that every time that a scenario computes has a four-digit year. */
const LONGEST_DURATION = 100 * 365 * 86_400_000;

/** Whether the scenario accepts a value in its parsed form: durations in milliseconds, lists as arrays. */
export function acceptsValue({ type, minimum, maximum, choices }: ParameterSpec, value: ActivationParameter): boolean {
  const { isOfType, least = -Infinity, most = Infinity } = PARSED_FORMS[type];
  const numbers = [value].flat().filter((item) => typeof item === 'number');
  return (
    isOfType(value) &&
    (choices === undefined || choices.includes(value as string)) &&
    numbers.every((item) => item >= (minimum ?? least) && item <= (maximum ?? most))
  );
}

/** The parsed values of each type, and the range of those without a range of their own. */
const PARSED_FORMS: Readonly<
  Record<
    ParameterSpec['type'],
    {
      readonly isOfType: (value: ActivationParameter) => boolean;
      readonly least?: number;
      readonly most?: number;
    }
  >
> = {
  integer: { isOfType: Number.isInteger },
  number: { isOfType: (value) => typeof value === 'number' },
  boolean: { isOfType: (value) => typeof value === 'boolean' },
  string: { isOfType: (value) => typeof value === 'string' },
  duration: { isOfType: (value) => typeof value === 'number', least: 0, most: LONGEST_DURATION },
  strings: { isOfType: (value) => Array.isArray(value) && value.every((item) => typeof item === 'string') },
  integers: { isOfType: (value) => Array.isArray(value) && value.length > 0 && value.every(Number.isInteger) },
};

/** A sentence for a value that {@link parseParameter} does not accept: what the parameter takes, and the value. */
export function parameterMistake(scenario: string, parameter: string, spec: ParameterSpec, given: unknown): string {
  return `Parameter "${parameter}" of scenario "${scenario}" takes ${expected(spec)}, not ${shortened(String(given))}.`;
}

/** A choice may look like a number: `max-limit=20`. */
function plainValue({ choices }: ParameterSpec, given: unknown): unknown {
  if (given instanceof Token) return given.toString();
  return choices !== undefined && typeof given === 'number' ? String(given) : given;
}

/** A list is a string with commas or blanks between its items, because parameters of RFC 9651 cannot be lists. */
function convert(type: ParameterSpec['type'], given: unknown): ActivationParameter | undefined {
  switch (type) {
    case 'integer':
    case 'number':
      return typeof given === 'number' ? given : undefined;
    case 'boolean':
      return typeof given === 'boolean' ? given : undefined;
    case 'string':
      return typeof given === 'string' ? given : undefined;
    case 'duration':
      return typeof given === 'string' ? parseDuration(given) : undefined;
    case 'strings':
      return typeof given === 'string' ? itemsOf(given) : undefined;
    case 'integers': {
      return typeof given === 'number' ? [given] : itemsOf(typeof given === 'string' ? given : '').map(Number);
    }
  }
}

function itemsOf(text: string): string[] {
  return text.split(/[\s,]+/).filter((item) => item !== '');
}

const TYPE_NAMES: Readonly<Record<ParameterSpec['type'], string>> = {
  integer: 'an integer',
  number: 'a number',
  string: 'a string',
  boolean: 'a boolean (?1 or ?0)',
  duration: 'a duration in a string ("2s", "PT2S")',
  integers: 'integers in a string ("0,2")',
  strings: 'texts in a string ("a,b")',
};

function expected({ type, minimum, maximum, choices }: ParameterSpec): string {
  if (choices !== undefined) return `one of ${choices.join(', ')}`;
  const name = TYPE_NAMES[type];
  if (minimum === undefined) return maximum === undefined ? name : `${name} up to ${maximum}`;
  return maximum === undefined ? `${name} from ${minimum} on` : `${name} from ${minimum} to ${maximum}`;
}
