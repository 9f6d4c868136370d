/** Reads and checks which variants are asked for. */

import { isObject } from '../json.js';
import { nearest } from '../suggestions.js';
import { NO_VARIANTS, type VariantChoices, type VariantPoint } from './variant-point.js';

/** What is wrong with choices, a sentence each. */
export function mistakenChoices(choices: VariantChoices, points: readonly VariantPoint[]): string[] {
  return Object.entries(choices).flatMap(([name, chosen]) => {
    const point = points.find((known) => known.point === name);
    if (point === undefined)
      return [
        `there is no point "${name}" with variants${nearest(
          name,
          points.map((known) => known.point),
        )}`,
      ];
    const known = namesAt(point);
    return known.includes(chosen) ? [] : [`point "${name}" has no variant "${chosen}"${nearest(chosen, known)}`];
  });
}

/** Every name that can be chosen at a point, that of the contract itself first. */
export function namesAt({ default: own, others }: VariantPoint): string[] {
  return [own, ...others.map(({ name }) => name)];
}

/**
 * The choices without those that are what the contract says anyway, in the document's order: equal ones are the same text as
 * JSON.
 * @param choices some that {@link mistakenChoices} finds no mistake in
 */
export function nonDefaultChoices(choices: VariantChoices, points: readonly VariantPoint[]): VariantChoices {
  const departing = points.flatMap(({ point, default: own }): [string, string][] => {
    const chosen = choices[point];
    return chosen === undefined || chosen === own ? [] : [[point, chosen]];
  });
  return departing.length === 0 ? NO_VARIANTS : Object.fromEntries(departing);
}

/** `error-body=problem, max-limit=20`, as a dictionary of RFC 9651 has it. */
export function choicesText(choices: VariantChoices): string {
  return Object.entries(choices)
    .map((choice) => choice.join('='))
    .join(', ');
}

/** What such a text stands for; undefined where it is none. Of the same point twice, the last counts. */
export function parseChoices(text: string): VariantChoices | undefined {
  const choices = text.split(',').map((choice) => /^\s*([^\s=]+)\s*=\s*([^\s=]+)\s*$/.exec(choice));
  if (choices.includes(null)) return undefined;
  return Object.fromEntries(choices.map((choice) => [choice![1]!, choice![2]!]));
}

/**
 * Parses pairs as people write them: a text (`a=b, c=d`), a list of such texts, or a map of texts and numbers. It returns
 * any other value unchanged; the option table refuses it.
 */
export function parsePairs(value: unknown): unknown {
  if (typeof value === 'string') return parseChoices(value) ?? value;
  if (Array.isArray(value)) return parsePairs(value.join(','));
  if (!isObject(value)) return value;
  const texts = Object.entries(value).map(([name, item]) => [name, typeof item === 'number' ? String(item) : item]);
  return Object.fromEntries(texts);
}
