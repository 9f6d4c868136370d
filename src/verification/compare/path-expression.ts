/** The paths of matching rules: `$.items[*].partyId`, `$['items'][0]` (Pact specification version 3, "Matching Rule Definitions"). */

/** Names and numbers; `undefined` stands for any. */
export type PathExpression = readonly (string | undefined)[];

const STEP = /\.([^.[\]]+)|\[(\*|\d+)\]|\['((?:[^'\\]|\\.)*)'\]|\["((?:[^"\\]|\\.)*)"\]/g;

/** Reads an expression. */
export function parsePathExpression(expression: string): PathExpression {
  return [...expression.matchAll(STEP)].map(([, name, place, single, double]) => {
    const quoted = single ?? double;
    if (quoted !== undefined) return quoted.replace(/\\(.)/g, '$1');
    const step = name ?? place;
    return step === '*' ? undefined : step;
  });
}

/**
 * How well an expression fits a path or one of the values around it: 0 where it does not, more the longer and the more
 * exact it is. Of several, Pact takes the rule with the greatest weight.
 */
export function weightOf(expression: PathExpression, path: readonly string[]): number {
  if (expression.length > path.length) return 0;
  return (
    expression.reduce((weight, step, at) => weight * (step === undefined ? 1 : step === path[at] ? 2 : 0), 2) *
    (expression.length + 1)
  );
}
