/** The guesses behind many answers: each once, with the answers that rest on it. */

import { describePoint, type FidelityPoint, isGuess } from './point.js';
import { countByBasis, countsText } from './select-points.js';

/** An answer, and what it rests on. */
export interface AnswerWithPoints<Name> {
  /** What tells it from the others: the number of an exchange, the description of an interaction. */
  readonly name: Name;
  readonly points: readonly FidelityPoint[];
}

/** A point that nobody has shown to be so, and the answers that rest on it. */
export interface Guess<Name> {
  readonly point: FidelityPoint;
  /** In the order in which they were given; at least one. */
  readonly answers: readonly Name[];
}

/** The `inferred` and `chosen` points behind the answers: chosen ones first, then those that most answers rest on. */
export function sumUpGuesses<Name>(answers: Iterable<AnswerWithPoints<Name>>): Guess<Name>[] {
  const names = new Map<FidelityPoint, Name[]>();
  for (const { name, points } of answers) {
    for (const point of points.filter(isGuess)) {
      const known = names.get(point);
      if (known === undefined) names.set(point, [name]);
      else known.push(name);
    }
  }
  return [...names]
    .map(([point, resting]) => ({ point, answers: resting }))
    .toSorted((a, b) => rank(a) - rank(b) || b.answers.length - a.answers.length || (a.point.id < b.point.id ? -1 : 1));
}

function rank({ point }: Guess<unknown>): number {
  return point.basis === 'chosen' ? 0 : 1;
}

/**
 * One line that says how many there are, and a line for each. `subject` is what rests on them, with its verb:
 * `"3 exchanges rest"`; `noun` is what one answer is called: `"exchange"`.
 */
export function guessesText(guesses: readonly Guess<unknown>[], subject: string, noun: string): string {
  const points = guesses.map(({ point }) => point);
  if (points.length === 0) return `${subject} on no guess.`;
  const idWidth = Math.max(...points.map(({ id }) => id.length));
  const counts = guesses.map(({ answers: { length } }) => `${length} ${noun}${length === 1 ? '' : 's'}`);
  const countWidth = Math.max(...counts.map(({ length }) => length));
  const lines = points.map(
    (point, at) =>
      `  ${point.basis.padEnd(8)}  ${point.id.padEnd(idWidth)}  ${counts[at]!.padEnd(countWidth)}  ${describePoint(point)}`,
  );
  return [
    `${subject} on ${points.length === 1 ? '1 guess' : `${points.length} guesses`} (${countsText(countByBasis(points))}):`,
    ...lines,
  ].join('\n');
}
