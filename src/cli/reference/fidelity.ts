/**
 * `id-emulator fidelity`: lists the points of the contract with their basis. A point is one statement about the
 * service, and its basis says how the statement is known.
 */

import type { ObservedPoint, PointsWithEvidence } from '../upstream/evidence.js';
import { driftsText, observedPoints, refuseDrifts } from '../upstream/evidence.js';
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
export function fidelity(options: FidelityOptions, observed?: PointsWithEvidence): string {
  const { basis, operation, revision, variants = false, json = false } = options;
  const contract = contractOf(revision);

  for (const name of basis ?? []) refuseUnknown('--basis: there is no basis', name, BASES);
  if (operation !== undefined) refuseUnknown('--operation: there is no operation', operation, OPERATION_IDS);
  const criteria = withoutUndefined({ basis: basis as readonly Basis[] | undefined, operation });

  if (variants) return variantsReport(selectPoints(contract.fidelity().points, criteria), { json });

  const points = selectPoints(observed?.points ?? contract.fidelity().points, criteria);
  const counts = countByBasis(points);
  if (json) {
    const report = { counts, points, ...withoutUndefined({ drifts: observed?.drifts }) };
    return `${JSON.stringify(report, undefined, 2)}\n`;
  }

  // The points of one operation need no groups.
  const ofOneOperation = { title: operation ?? '', points, isMixed: false };
  const groups = operation === undefined ? groupPoints(points, OPERATION_IDS) : [ofOneOperation];

  // The columns are as wide in every group.
  const basisWidth = Math.max(...points.map((point) => point.basis.length));
  const idWidth = Math.max(...points.map((point) => point.id.length));
  const filled = groups.filter((group) => group.points.length > 0);
  const texts = filled.map((group) => groupText(group, basisWidth, idWidth));

  const total = points.length === 0 ? 'no points' : `${counted(points.length, 'point')}: ${countsText(counts)}`;

  return [...texts, `${driftsText(observed?.drifts ?? [])}${total}\n`].join('\n');
}

/** The variants of these points: alternatives to what the contract guesses. */
function variantsReport(points: readonly FidelityPoint[], { json }: { readonly json: boolean }): string {
  const ids = new Set(points.map(({ id }) => id));
  const varying = shippedVariants().filter(({ about }) => about.some((id) => ids.has(id)));
  return json ? `${JSON.stringify({ variants: varying }, undefined, 2)}\n` : variantsText(varying);
}

/** A title, and a line for each point. */
function groupText({ title, points, isMixed }: PointGroup, basisWidth: number, idWidth: number): string {
  const lines = points.map((point) => {
    const { basis, id } = point;
    return `  ${basis.padEnd(basisWidth)}  ${id.padEnd(idWidth)}  ${sentenceOf(point, isMixed)}`.trimEnd();
  });
  return `${[title, ...lines].join('\n')}\n`;
}

/** What is known of a point, in one line. */
function sentenceOf(point: ObservedPoint, isMixed: boolean): string {
  const refuted = point.refuted === true ? '[refuted by evidence]' : '';
  const section = point.section === undefined ? '' : `(specification section ${point.section})`;
  const variants = point.variants === undefined ? '' : `[variants: ${point.variants.point}]`;
  const parts = [refuted, describePoint(point, isMixed).trim(), section, variants];

  return parts.filter((part) => part !== '').join(' ');
}

/** The points with variants as text, a block for each. */
function variantsText(points: readonly VariantPoint[]): string {
  const blocks = points.map(({ point, default: ofContract, note, breaks, others }) => {
    const width = Math.max(ofContract.length, ...others.map(({ name }) => name.length));
    const contractLine = `  ${ofContract.padEnd(width)}  ${note} (the contract)`;
    const lines = others.map((other) => `  ${other.name.padEnd(width)}  ${other.note}`);

    return [point, contractLine, ...lines, `  breaks: ${breaks}`].join('\n');
  });
  const cases = variantCases(points);
  const [example] = cases;
  const hint = example && `; for example --variant ${choicesText({ [example.point.point]: example.variant })}`;
  const total = `${points.length} points, ${cases.length} variants${hint ?? ''}`;

  return `${[...blocks, total].join('\n\n')}\n`;
}
