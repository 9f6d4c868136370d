/** Gathers the variants that the contract's notes tell of. */

import type { FidelityPoint } from '../fidelity/point.js';
import type { VariantPoint } from './variant-point.js';

/**
 * The points with variants, in the document's order.
 * @throws Error where a point is described twice, or not at all
 */
export function variantPoints(points: readonly FidelityPoint[]): VariantPoint[] {
  const varied = points.filter(({ variants }) => variants !== undefined);
  const names = new Set(varied.map(({ variants }) => variants!.point));
  return [...names].map((name) =>
    pointOf(
      name,
      varied.filter(({ variants }) => variants!.point === name),
    ),
  );
}

function pointOf(name: string, varied: readonly FidelityPoint[]): VariantPoint {
  const described = varied.filter(({ variants }) => variants!.others !== undefined);
  const { note = '', variants } = described[0] ?? {};
  if (described.length !== 1 || variants?.default === undefined || variants.breaks === undefined) {
    throw new Error(
      `the contract describes the variants of "${name}" ${described.length === 1 ? 'in part' : `${described.length} times`}: ${varied.map(({ where }) => `${where}/x-fidelity`).join(', ')}`,
    );
  }
  return {
    point: name,
    default: variants.default,
    breaks: variants.breaks,
    note,
    about: varied.map(({ id }) => id),
    operations: [...new Set(varied.flatMap(({ operations }) => operations))],
    others: Object.entries(variants.others!).map(([alternative, words]) => ({ name: alternative, note: words })),
  };
}
