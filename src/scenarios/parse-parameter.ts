/** Parses a parameter of a selection as its scenario declares it. */

import { Token } from 'structured-headers';
import { shortened } from '../contract/bounded-list.js';
import type { ActivationParameter } from '../domain/sandbox/activation.js';
import { parseDuration } from '../domain/time/duration.js';
import type { ParameterSpec } from './scenario.js';

/** The value, durations in milliseconds; undefined if the scenario does not accept it. */
export function parseParameter(spec: ParameterSpec, given: unknown): ActivationParameter | undefined {
  const value = convert(spec.type, plainValue(spec, given));
  if (value === undefined) return undefined;
  const { minimum = -Infinity, maximum = Infinity, choices } = spec;
  const isChoice = choices === undefined || choices.includes(value as string);
  const numbers = [value].flat().filter((item) => typeof item === 'number');
  return isChoice && numbers.every((item) => item >= minimum && item <= maximum) ? value : undefined;
}

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
      return Number.isInteger(given) ? (given as number) : undefined;
    case 'number':
      return typeof given === 'number' ? given : undefined;
    case 'boolean':
      return typeof given === 'boolean' ? given : undefined;
    case 'string':
      return typeof given === 'string' ? given : undefined;
    case 'duration':
      return typeof given === 'string' ? nonNegative(parseDuration(given)) : undefined;
    case 'strings':
      return typeof given === 'string' ? itemsOf(given) : undefined;
    case 'integers': {
      const items = typeof given === 'number' ? [given] : itemsOf(typeof given === 'string' ? given : '').map(Number);
      return items.length > 0 && items.every(Number.isInteger) ? items : undefined;
    }
  }
}

function nonNegative(length: number | undefined): number | undefined {
  return length !== undefined && length >= 0 ? length : undefined;
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
