/** Parses and checks the choice of variants. */

import { isObject } from '../../common/json.js';
import { nearest } from '../suggestions.js';
import { NO_VARIANTS, type VariantChoices, type VariantPoint } from './variant-point.js';

/** One sentence for each wrong choice; empty if all choices are known. */
export function mistakenChoices(choices: VariantChoices, points: readonly VariantPoint[]): string[] {
  const mistakes: string[] = [];
  const pointNames = points.map(({ point }) => point);
  for (const [name, chosen] of Object.entries(choices)) {
    const point = points.find((one) => one.point === name);
    const variants = point && namesAt(point);

    if (variants === undefined) mistakes.push(`there is no point "${name}" with variants${nearest(name, pointNames)}`);
    else if (!variants.includes(chosen))
      mistakes.push(`point "${name}" has no variant "${chosen}"${nearest(chosen, variants)}`);
  }

  return mistakes;
}

/** Every name that can be chosen at a point, the contract's own first. */
export function namesAt({ default: own, others }: VariantPoint): string[] {
  return [own, ...others.map(({ name }) => name)];
}

/**
 * The choices that differ from the contract, in the document's order, so that equal choices are equal as JSON. {@link
 * NO_VARIANTS} if none differs.
 * @param choices choices without mistakes: {@link mistakenChoices} is empty
 */
export function nonDefaultChoices(choices: VariantChoices, points: readonly VariantPoint[]): VariantChoices {
  const different = new Map<string, string>();
  for (const { point, default: own } of points) {
    const chosen = choices[point];
    if (chosen !== undefined && chosen !== own) different.set(point, chosen);
  }

  return different.size === 0 ? NO_VARIANTS : Object.fromEntries(different);
}

/** Formats choices as a dictionary of RFC 9651: `error-body=problem, max-limit=20`. */
export function choicesText(choices: VariantChoices): string {
  const pairs = Object.entries(choices).map((choice) => choice.join('='));
  return pairs.join(', ');
}

/**
 * Parses `error-body=problem, max-limit=20`. The last choice of a point counts. Undefined if the text has another form.
 */
function parseChoices(text: string): VariantChoices | undefined {
  const choices = new Map<string, string>();
  for (const pair of text.split(',')) {
    const [, name, chosen] = /^\s*([^\s=]+)\s*=\s*([^\s=]+)\s*$/.exec(pair) ?? [];
    if (name === undefined || chosen === undefined) return undefined;

    choices.set(name, chosen);
  }

  return Object.fromEntries(choices);
}

/**
 * Parses pairs as people write them: a text (`a=b, c=d`), a list of such texts, or a map of texts and numbers. It
 * returns any other value unchanged; the option table refuses it.
 */
export function parsePairs(value: unknown): unknown {
  if (typeof value === 'string') return parseChoices(value) ?? value;
  if (Array.isArray(value)) return parsePairs(value.join(','));
  if (!isObject(value)) return value;

  const texts = Object.entries(value).map(([name, item]) => [name, typeof item === 'number' ? String(item) : item]);

  return Object.fromEntries(texts);
}
