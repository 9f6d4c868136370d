/** `id-emulator fidelity`: lists the points of the contract with their basis. */

import { driftsText, observedPoints, refuseDrifts } from '../upstream/evidence.js';
import type { ObservedPoint, PointsWithEvidence } from '../upstream/evidence.js';
import { BASES, type Basis, describePoint, type FidelityPoint } from '../../contract/fidelity/point.js';
import { countByBasis, countsText, groupPoints, selectPoints } from '../../contract/fidelity/select-points.js';
import type { PointGroup } from '../../contract/fidelity/select-points.js';
import { OPERATION_IDS } from '../../contract/operation.js';
import { withoutUndefined } from '../../common/json.js';
import { contractOf, shippedVariants } from '../../start/shipped.js';
import { counted } from '../../common/reporting/phrases.js';
import type { Actions, FlagsOf } from '../settings/declared-command.js';
import { refuseUnknown } from '../terminal/flags.js';
import { UsageError } from '../terminal/failure.js';
import { choicesText } from '../../contract/variants/choose-variants.js';
import { variantCases } from '../../contract/variants/touched-variants.js';
import type { VariantPoint } from '../../contract/variants/variant-point.js';

/** The flags that select points, and say how they are printed. */
export type FidelityOptions = Partial<Omit<FlagsOf<'fidelity'>, 'evidence'>>;

export const ACTIONS: Actions<'fidelity'> = {
  fidelity: ({ flags: { evidence, ...options }, terminal }) => {
    if (evidence !== undefined && options.variants === true)
      throw new UsageError('--evidence: expected nothing beside --variants, which prints the contract alone');

    const observed = evidence === undefined ? undefined : observedPoints(evidence, contractOf(options.revision));
    terminal.print(fidelity(options, observed));
    refuseDrifts(observed?.drifts ?? []);
  },
};

/**
 * The selected points by operation, and their number. With evidence, every contradiction, too.
 * @throws UsageError if a basis or the operation does not exist
 */
export function fidelity(
  { basis, operation, revision, variants = false, json = false }: FidelityOptions,
  observed?: PointsWithEvidence,
): string {
  const contract = contractOf(revision);
  for (const name of basis ?? []) refuseUnknown('--basis: there is no basis', name, BASES);
  if (operation !== undefined) refuseUnknown('--operation: there is no operation', operation, OPERATION_IDS);
  const criteria = withoutUndefined({ basis: basis as readonly Basis[] | undefined, operation });
  if (variants) return variantsOf(selectPoints(contract.fidelity().points, criteria), json);

  const points = selectPoints(observed?.points ?? contract.fidelity().points, criteria);
  const counts = countByBasis(points);
  if (json)
    return `${JSON.stringify({ counts, points, ...(observed && { drifts: observed.drifts }) }, undefined, 2)}\n`;

  const groups =
    operation === undefined ? groupPoints(points, OPERATION_IDS) : [{ title: operation, points, isMixed: false }];
  const total = points.length === 0 ? 'no points' : `${counted(points.length, 'point')}: ${countsText(counts)}`;

  return [
    ...groups.filter((group) => group.points.length > 0).map(groupText(points)),
    driftsText(observed?.drifts ?? []) + `${total}\n`,
  ].join('\n');
}

/** The variants of these points. */
function variantsOf(points: readonly FidelityPoint[], json: boolean): string {
  const meant = new Set(points.map(({ id }) => id));
  const varying = shippedVariants().filter(({ about }) => about.some((id) => meant.has(id)));
  return json ? `${JSON.stringify({ variants: varying }, undefined, 2)}\n` : variantsText(varying);
}

/** Returns a function that prints a group of points; the column widths fit all points. */
function groupText(all: readonly ObservedPoint[]): (group: PointGroup) => string {
  const basisWidth = Math.max(...all.map(({ basis }) => basis.length));
  const idWidth = Math.max(...all.map(({ id }) => id.length));
  return ({ title, points, isMixed }) => {
    const lines = points.map((point) =>
      `  ${point.basis.padEnd(basisWidth)}  ${point.id.padEnd(idWidth)}  ${wordsOf(point, isMixed)}`.trimEnd(),
    );
    return `${[title, ...lines].join('\n')}\n`;
  };
}

function wordsOf(point: ObservedPoint, isMixed: boolean): string {
  const section = point.section === undefined ? [] : [`(specification section ${point.section})`];
  const varies = point.variants === undefined ? [] : [`[variants: ${point.variants.point}]`];
  const refuted = point.refuted === true ? ['[refuted by evidence]'] : [];

  return [...refuted, describePoint(point, isMixed), ...section, ...varies].join(' ').trim();
}

/** The points with variants as text, a block for each. */
function variantsText(points: readonly VariantPoint[]): string {
  const blocks = points.map(({ point, default: own, note, breaks, others }) => {
    const width = Math.max(own.length, ...others.map(({ name }) => name.length));
    const lines = others.map((other) => `  ${other.name.padEnd(width)}  ${other.note}`);
    return [point, `  ${own.padEnd(width)}  ${note} (the contract)`, ...lines, `  breaks: ${breaks}`].join('\n');
  });
  const [example] = variantCases(points);
  const choice = example && choicesText({ [example.point.point]: example.variant });
  const total = `${points.length} points, ${variantCases(points).length} variants`;

  return `${[...blocks, choice === undefined ? total : `${total}; for example --variant ${choice}`].join('\n\n')}\n`;
}
