/** Points where the service may behave differently from the contract, and their variants. */

import type { FidelityPoint, VariantNote } from '../fidelity/point.js';

/** A point with variants. */
export interface VariantPoint extends Required<Omit<VariantNote, 'others'>> {
  /** The statement of the contract, as a sentence. */
  readonly note: string;
  /** The IDs of the fidelity points that vary together with this point. */
  readonly about: readonly string[];
  /** The IDs of the operations that it belongs to, in the document's order. */
  readonly operations: readonly string[];
  /** The other ways in which the service may behave; at least one. Names are in kebab-case, or a number: `404`. */
  readonly others: readonly Readonly<Record<'name' | 'note', string>>[];
}

/** The chosen variant, by point. The contract applies at points without a choice. */
export type VariantChoices = Readonly<Record<string, string>>;

/** The contract without variants. */
export const NO_VARIANTS: VariantChoices = {};

/** JSON merge patches (RFC 7396) of the contract, by point and variant. A variant may have none. */
export type VariantChanges = Readonly<Record<string, Readonly<Record<string, object>>>>;

/**
 * Collects the points with variants, in the document's order.
 * @throws Error if the notes describe the variants of a point twice, in part, or not at all
 */
export function variantPoints(points: readonly FidelityPoint[]): VariantPoint[] {
  const groups = new Map<string, FidelityPoint[]>();
  for (const point of points) {
    if (point.variants === undefined) continue;
    const name = point.variants.point;
    groups.set(name, [...(groups.get(name) ?? []), point]);
  }

  return [...groups].map(([name, varied]) => variantPointOf(name, varied));
}

/** The point with a name. @param varied the fidelity points that name it; one of them describes the variants */
function variantPointOf(name: string, varied: readonly FidelityPoint[]): VariantPoint {
  const described = varied.filter(({ variants }) => variants?.others !== undefined);
  const { note = '', variants } = described[0] ?? {};
  const { default: own, breaks, others } = variants ?? {};
  if (described.length === 1 && own !== undefined && breaks !== undefined && others !== undefined)
    return {
      point: name,
      default: own,
      breaks,
      note,
      about: varied.map(({ id }) => id),
      operations: [...new Set(varied.flatMap(({ operations }) => operations))],
      others: Object.entries(others).map(([alternative, sentence]) => ({ name: alternative, note: sentence })),
    };

  const times = described.length === 1 ? 'in part' : `${described.length} times`;
  const places = varied.map(({ where }) => `${where}/x-fidelity`).join(', ');
  throw new Error(`the contract describes the variants of "${name}" ${times}, expected once and whole: ${places}`);
}
