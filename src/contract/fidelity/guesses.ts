/** Sums up the guesses behind many responses, each with the responses that are based on it. */

import { counted } from '../../common/reporting/phrases.js';
import { describePoint, isGuess, type FidelityPoint } from './point.js';
import { countByBasis, countsText } from './select-points.js';

/** An `inferred` or `chosen` point, and the responses that are based on it. */
export interface Guess<Name> {
  readonly point: FidelityPoint;
  /** The names of the responses, in their order; at least one. */
  readonly responses: readonly Name[];
}

/** Collects the guesses behind responses. */
export class GuessCollection<Name> {
  readonly #names = new Map<FidelityPoint, Name[]>();

  /** @param name identifies the response: the number of an exchange, the description of an interaction */
  add(name: Name, points: readonly FidelityPoint[]): void {
    for (const point of points.filter(isGuess)) {
      const names = this.#names.get(point);
      if (names === undefined) this.#names.set(point, [name]);
      else names.push(name);
    }
  }

  /** Chosen points come first, then those with the most responses. */
  ranked(): Guess<Name>[] {
    const rank = ({ point }: Guess<Name>): number => (point.basis === 'chosen' ? 0 : 1);
    const guesses = [...this.#names].map(([point, responses]) => ({ point, responses }));
    return guesses.sort(
      (a, b) => rank(a) - rank(b) || b.responses.length - a.responses.length || (a.point.id < b.point.id ? -1 : 1),
    );
  }
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
  const counts = guesses.map(({ responses }) => counted(responses.length, noun));
  const idWidth = Math.max(...points.map(({ id }) => id.length));
  const countWidth = Math.max(...counts.map((text) => text.length));

  const lines = points.map((point, at) => {
    const columns = [point.basis.padEnd(8), point.id.padEnd(idWidth), counts[at]!.padEnd(countWidth)];
    return `  ${[...columns, describePoint(point)].join('  ')}`;
  });

  const total = counted(points.length, 'guess', 'guesses');

  return [`${subject} on ${total} (${countsText(countByBasis(points))}):`, ...lines].join('\n');
}
