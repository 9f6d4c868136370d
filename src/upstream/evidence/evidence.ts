/** Tells from evidence how the service differs from the contract. */

import type { Evidence } from '../report-types.js';

/** A difference between the service and the contract. */
export interface Difference {
  readonly id: string;
  readonly what: string;
}

/**
 * The differences, each once. The ID of a difference at a point names the variants that fit. So if other variants fit
 * later, that is a new difference.
 */
export function differencesIn({ points, contradictions, surprises }: Evidence): Difference[] {
  const different = Object.entries(points).filter(([, { verdict }]) => verdict !== 'as-guessed');
  const atPoints = different.map(([point, { variant, variants = [], contradictions: found }]) => {
    const fitting = variant === undefined ? variants : [variant];
    return { id: [point, ...fitting].join(' '), what: found.join('; ') };
  });

  return [
    ...atPoints,
    ...contradictions.map(({ what, where }) => ({ id: `${where}: ${what}`, what })),
    ...surprises.map(({ what }) => ({ id: what, what })),
  ];
}

/** The options of the emulator for the variants that fit every observation of their points. */
export function optionsFor(points: Evidence['points']): string[] {
  const different = Object.values(points).filter(({ verdict }) => verdict !== 'as-guessed');
  const named = [...new Set(different.flatMap(({ variant }) => variant ?? []))];
  const pointOf = (variant: string): string => variant.split('=')[0]!;
  // A point has one variant at a time, so two variants of one point exclude each other, and neither is proposed.
  const sole = named.filter((one) => named.filter((other) => pointOf(other) === pointOf(one)).length === 1);

  return sole.flatMap((variant) => ['--variant', variant]);
}
