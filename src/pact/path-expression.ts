/** Paths of matching rules: `$.items[*].partyId`, `$['items'][0]` (Pact version 3, "Matching Rule Definitions"). */

/** The steps of a path: names of members and indexes of items, the outermost first. `undefined` is the wildcard `*`. */
export type PathExpression = readonly (string | undefined)[];

/**
 * Matches one step in any spelling: `.items`, `[*]`, `[0]`, `['items']`, `["items"]`. The groups are a name, an index
 * or the wildcard, and a name in single or double quotes.
 */
const STEP = /\.([^.[\]]+)|\[(\*|\d+)\]|\['((?:[^'\\]|\\.)*)'\]|\["((?:[^"\\]|\\.)*)"\]/g;

/** Parses an expression. */
export function parsePathExpression(expression: string): PathExpression {
  return [...expression.matchAll(STEP)].map(([, name, bracketed, single, double]) => {
    const quoted = single ?? double;
    // A backslash makes the next character a part of the name.
    if (quoted !== undefined) return quoted.replace(/\\(.)/g, '$1');

    const step = name ?? bracketed;
    // A quoted `'*'` was returned above: it is a name, not the wildcard.
    return step === '*' ? undefined : step;
  });
}

/** The values at a path. A wildcard stands for all items or members; a path that leads nowhere has no values. */
export function valuesAt(value: unknown, steps: PathExpression): unknown[] {
  const [step, ...rest] = steps;
  if (steps.length === 0) return [value];

  return innerValues(value, step).flatMap((inner) => valuesAt(inner, rest));
}

/** The values to which a step leads. The wildcard leads to all of them. */
export function innerValues(value: unknown, step: PathExpression[number]): unknown[] {
  const inside = stepsInto(value).filter(([name]) => step === undefined || step === name);
  return inside.map(([, inner]) => inner);
}

/** The members of an object by name, or the items of a list by index. Other values have none. */
export function stepsInto(value: unknown): [step: string, inner: unknown][] {
  return typeof value === 'object' && value !== null ? Object.entries(value) : [];
}

/** Formats an expression; {@link parsePathExpression} returns the same steps. */
export function formatPathExpression(steps: PathExpression): string {
  return `$${steps.map(formatStep).join('')}`;
}

/** Formats one step: `.items`, `[*]`. */
export function formatStep(step: PathExpression[number]): string {
  if (step === undefined) return '[*]';
  return /^[A-Za-z_]\w*$/.test(step) ? `.${step}` : `['${step.replace(/[\\']/g, '\\$&')}']`;
}
