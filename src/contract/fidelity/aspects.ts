/** The aspects with a meaning of their own; a note may be about any other, too. */

const MINIMUM = ['minimum', 'exclusiveMinimum', 'minLength', 'minItems', 'minProperties'];
const MAXIMUM = ['maximum', 'exclusiveMaximum', 'maxLength', 'maxItems', 'maxProperties'];

/** Which keywords of a schema an aspect speaks of. */
const KEYWORDS: Readonly<Record<string, readonly string[]>> = {
  default: ['default'],
  format: ['format', 'pattern'],
  maximum: MAXIMUM,
  minimum: MINIMUM,
  range: [...MINIMUM, ...MAXIMUM],
  type: ['type', 'multipleOf'],
  values: ['enum', 'const'],
};

/** Every keyword that limits what a value can be, or says what it is when it is absent. */
export const LIMITS: readonly string[] = Object.values(KEYWORDS)
  .flat()
  .filter((keyword) => keyword !== 'type');

/** That requests are refused which break what the place says: it speaks of every keyword. Answers never rest on it. */
export const REFUSAL = 'refusal';

/** What values look like that the service makes: requests never rest on it. */
export const SHAPE = 'shape';

/** Whether a note about the aspect speaks of the keyword. */
export function speaksOf(about: string | undefined, keyword: string): boolean {
  return about === REFUSAL || (about !== undefined && (KEYWORDS[about]?.includes(keyword) ?? false));
}

/** Whether a note about the aspect is about what a value is allowed to be, and nothing else. */
export function isLimit(about: string | undefined): boolean {
  return about === REFUSAL || (about !== undefined && about !== 'values' && about in KEYWORDS);
}
