/** How the service differs from the contract, by the evidence of traffic. */

import type { Evidence } from '../report-types.js';

/** A difference between the service and the contract. */
export interface Difference {
  readonly id: string;
  readonly what: string;
}

/** The differences, each once. The ID of one at a point names the variants that fit: with other variants, it is new. */
export function differencesIn({ points, contradictions, surprises }: Evidence): Difference[] {
  const atPoints = Object.entries(points).filter(([, { verdict }]) => verdict !== 'as-guessed');
  return [
    ...atPoints.map(([point, { variant, variants = [], contradictions: found }]) => ({
      id: [point, ...(variant === undefined ? variants : [variant])].join(' '),
      what: found.join('; '),
    })),
    ...contradictions.map(({ what, where }) => ({ id: `${where}: ${what}`, what })),
    ...surprises.map(({ what }) => ({ id: what, what })),
  ];
}

/** The options for the variants that fit every observation of their points. */
export function optionsFor(points: Evidence['points']): string[] {
  const different = Object.values(points).filter(({ verdict }) => verdict !== 'as-guessed');
  const named = [...new Set(different.flatMap(({ variant = [] }) => variant))];
  const pointOf = (variant: string): string => variant.split('=')[0]!;
  const isAlone = (one: string): boolean => named.every((other) => other === one || pointOf(other) !== pointOf(one));

  return named.filter(isAlone).flatMap((variant) => ['--variant', variant]);
}
