/** Reads one parameter of a selection as its scenario declares it. */

import { Token } from 'structured-headers';
import type { ActivationParameter } from '../domain/sandbox/activation.js';
import { parseDuration } from '../domain/time/duration.js';
import type { ParameterSpec } from './scenario.js';

/** The value; undefined, with a sentence added to `mistakes`, where it is not what the scenario takes. */
export function readParameter(
  scenario: string,
  name: string,
  spec: ParameterSpec,
  given: unknown,
  mistakes: string[],
): ActivationParameter | undefined {
  const value = convert(spec.type, plain(given, spec));
  const isChoice = spec.choices === undefined || spec.choices.includes(value as string);
  const numbers = [value].flat().filter((item) => typeof item === 'number');
  const inRange = numbers.every((item) => item >= (spec.minimum ?? -Infinity) && item <= (spec.maximum ?? Infinity));
  if (value !== undefined && isChoice && inRange) return value;
  mistakes.push(`Parameter "${name}" of scenario "${scenario}" takes ${expected(spec)}, not ${String(given)}.`);
  return undefined;
}

/** A choice may look like a number: `max-limit=20`. */
function plain(given: unknown, { choices }: ParameterSpec): unknown {
  if (given instanceof Token) return given.toString();
  return choices !== undefined && typeof given === 'number' ? String(given) : given;
}

/** Lists stand in a string, separated by commas or blanks, because RFC 9651 has no lists in parameters. */
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

function expected({ type, minimum, maximum, choices }: ParameterSpec): string {
  if (choices !== undefined) return `one of ${choices.join(', ')}`;
  const words = {
    integer: 'an integer',
    number: 'a number',
    string: 'a string',
    boolean: 'a boolean (?1 or ?0)',
    duration: 'a duration in a string ("2s", "PT2S")',
    integers: 'integers in a string ("0,2")',
    strings: 'texts in a string ("a,b")',
  }[type];
  if (minimum === undefined && maximum === undefined) return words;
  if (maximum === undefined) return `${words} from ${minimum} on`;
  return minimum === undefined ? `${words} up to ${maximum}` : `${words} from ${minimum} to ${maximum}`;
}
