/** Sums up the guesses behind many responses, each with the responses that are based on it. */

import { counted } from '../../common/reporting/phrases.js';
import { describePoint, isGuess, type FidelityPoint } from './point.js';
import { countByBasis, countsText } from './select-points.js';

/** A response, and the points on which it is based. */
export interface ResponseWithPoints<Name> {
  /** Identifies the response: the number of an exchange, the description of an interaction. */
  readonly name: Name;
  readonly points: readonly FidelityPoint[];
}

/** An `inferred` or `chosen` point, and the responses that are based on it. */
export interface Guess<Name> {
  readonly point: FidelityPoint;
  /** The names of the responses, in their order; at least one. */
  readonly responses: readonly Name[];
}

/** The guesses behind the responses. Chosen points come first, then those with the most responses. */
export function sumUpGuesses<Name>(responses: Iterable<ResponseWithPoints<Name>>): Guess<Name>[] {
  const names: RestingNames<Name> = new Map();
  for (const response of responses) addGuesses(names, response);
  return rankedGuesses(names);
}

/** For each guess, the names of the responses that are based on it. */
export type RestingNames<Name> = Map<FidelityPoint, Name[]>;

/** Adds the guesses behind a response. */
export function addGuesses<Name>(names: RestingNames<Name>, { name, points }: ResponseWithPoints<Name>): void {
  for (const point of points.filter(isGuess)) {
    const known = names.get(point);
    if (known === undefined) names.set(point, [name]);
    else known.push(name);
  }
}

/** Chosen points come first, then those with the most responses. */
export function rankedGuesses<Name>(names: RestingNames<Name>): Guess<Name>[] {
  const rank = ({ point }: Guess<Name>): number => (point.basis === 'chosen' ? 0 : 1);
  const guesses = [...names].map(([point, responses]) => ({ point, responses }));
  return guesses.sort(
    (a, b) => rank(a) - rank(b) || b.responses.length - a.responses.length || (a.point.id < b.point.id ? -1 : 1),
  );
}

/**
 * A line with the number of guesses, and a line for each.
 * @param count how many responses there are
 * @param noun the word for one response: `exchange`
 */
export function guessesText(guesses: readonly Guess<unknown>[], count: number, noun: string): string {
  const subject = counted(count, `${noun} rests`, `${noun}s rest`);
  if (guesses.length === 0) return `${subject} on no guess.`;
  const points = guesses.map(({ point }) => point);
  const counts = guesses.map(({ responses: { length } }) => counted(length, noun));
  const idWidth = Math.max(...points.map(({ id }) => id.length));
  const countWidth = Math.max(...counts.map((text) => text.length));
  const lines = points.map((point, at) => {
    const columns = [point.basis.padEnd(8), point.id.padEnd(idWidth), counts[at]!.padEnd(countWidth)];
    return `  ${[...columns, describePoint(point)].join('  ')}`;
  });
  const total = counted(points.length, 'guess', 'guesses');
  return [`${subject} on ${total} (${countsText(countByBasis(points))}):`, ...lines].join('\n');
}
