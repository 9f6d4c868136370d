/**
 * The page `docs/reference/fidelity.md`: what the contract rests on, point by point. A point is one statement of the
 * contract, and its basis says how we know it. `test/docs/pages.test.ts` writes the page with `-u`.
 */

import { readFileSync } from 'node:fs';
import { parse } from 'yaml';
import type { Contract } from '../src/contract/contract.js';
import { describePoint, isGuess, type Basis, type FidelityPoint } from '../src/contract/fidelity/point.js';
import { countByBasis, groupPoints, type PointGroup } from '../src/contract/fidelity/select-points.js';
import { operationsInSet } from '../src/contract/operation-sets.js';
import { choicesText } from '../src/contract/variants/choose-variants.js';
import { type VariantPoint, variantPoints } from '../src/contract/variants/variant-point.js';
import { VARIANT_SETS } from '../src/contract/variants/variant-sets.js';
import { variantCases } from '../src/contract/variants/touched-variants.js';
import BOXES from './fidelity-boxes.json' with { type: 'json' };
import { anchorOf, cell, filledPage, tableRows } from './fill-page.js';

/** What evidence from traffic cannot decide, and why. */
interface UnseenPoints {
  readonly rarelyNamed: Readonly<Record<string, string>>;
  readonly neverSeen: Readonly<Record<string, readonly string[]>>;
}

/** The points of `unseen-points.yaml`. */
export const UNSEEN = parse(readFileSync('build/unseen-points.yaml', 'utf8')) as UnseenPoints;

/**
 * The whole page.
 * @param later the contracts of the later revisions
 */
export function fidelityPage(contract: Contract, later: readonly Contract[]): string {
  const { points } = contract.fidelity();
  const counts = countByBasis(points);
  const guesses = points.filter(isGuess);
  const known = points.filter((point) => !isGuess(point));
  const varying = variantPoints(points);
  const operations = [...contract.operations.keys()];
  const sets = Object.entries(VARIANT_SETS);
  const variantSets = sets.map(([name, set]) => `\`--variant-set ${name}\` chooses ${choicesText(set)}.`);
  const rarelyNamed = Object.entries(UNSEEN.rarelyNamed).map(([title, reason]) => [code(title), reason]);
  const neverSeen = Object.entries(UNSEEN.neverSeen).map(([reason, ids]) => [ids.map(code).join('<br>'), reason]);
  const noneObserved = 'no point of it has been checked against the real service yet';
  const someObserved = `${counts.recorded} points have been checked against the real service, the others have not`;

  const page = filledPage('fidelity', {
    contents: '{{contents}}',
    points: points.length,
    boxes: tableRows(BOXES.map((box) => boxRow(box, counts))),
    observed: counts.recorded === 0 ? noneObserved : someObserved,
    list: operationsInSet('lists', contract.operations.values())[0]!,
    varyingPoints: varying.length,
    variants: variantCases(varying).length,
    variantSets: variantSets.join(' '),
    variantRows: tableRows(varying.map(variantRow)),
    rarelyNamed: tableRows(rarelyNamed),
    neverSeen: tableRows(neverSeen),
    revisions: later.map((revised) => revisionSection(contract, revised)).join('\n'),
    guessCount: guesses.length,
    guesses: groupPoints(guesses, operations).map(guessTable).join('\n'),
    knownCount: known.length,
    known: groupPoints(known, operations).map(knownTable).join('\n').trimEnd(),
  });

  // The table of contents is made from the headings of the filled page. `{{contents}}` stands for itself until then.
  const headings = [...page.matchAll(/^## (.+)$/gm)].map(([, text = '']) => `- [${text}](#${anchorOf(text)})\n`);
  return page.replace('{{contents}}', headings.join(''));
}

/** The row of a box. A box has what points can rest on. */
function boxRow({ title, rests, meaning }: (typeof BOXES)[number], counts: Readonly<Record<Basis, number>>): string[] {
  const bases = rests as Basis[];
  const total = bases.reduce((sum, basis) => sum + counts[basis], 0);
  const ofBases = bases.map((basis) => `\`${basis}\` ${counts[basis]}`);
  return [`**${title}**`, String(total), ofBases.join(', '), meaning];
}

function variantRow({ point, default: ofContract, note, others, breaks }: VariantPoint): string[] {
  const alternatives = others.map((other) => `\`${other.name}\`: ${other.note}`);
  return [code(point), `\`${ofContract}\`: ${note}`, alternatives.join('<br>'), breaks];
}

function revisionSection(base: Contract, { revision, version, fidelity }: Contract): string {
  const known = new Map(base.fidelity().points.map((point) => [point.id, descriptionOf(point)]));
  const { points } = fidelity();
  const added = points.filter(({ id }) => !known.has(id));
  const changed = points.filter((point) => known.has(point.id) && known.get(point.id) !== descriptionOf(point));
  const rows = [...added, ...changed].map((point) => {
    const operations = point.operations.map(code).join(', ');
    return [code(point.id), operations, point.basis, cell(descriptionOf(point))];
  });

  return filledPage('fidelity-revision', {
    revision,
    version,
    added: added.length,
    changed: changed.length,
    rows: tableRows(rows),
    operation: added[0]?.operations[0] ?? '',
  });
}

/** The description of a point; its subject if it has no note. */
function descriptionOf(point: FidelityPoint): string {
  return describePoint(point) || point.subject;
}

function guessTable({ title, points, isMixed }: PointGroup): string {
  const rows = points.map((point) => [code(point.id), point.basis, noteOf(point, isMixed)]);
  const head = '| point | basis | what we do, and why |\n|---|---|---|\n';
  return `### Guesses: ${title}\n\n${head}${tableRows(rows)}`;
}

function knownTable({ title, points, isMixed }: PointGroup): string {
  const rows = points.map((point) => [code(point.id), point.basis, point.section ?? '', noteOf(point, isMixed)]);
  const head = '| point | basis | section | |\n|---|---|---|---|\n';
  return `### Known points: ${title}\n\n${head}${tableRows(rows)}`;
}

function noteOf(point: FidelityPoint, isMixed: boolean): string {
  const variants = point.variants === undefined ? '' : ` Variants: \`${point.variants.point}\`.`;
  return cell(describePoint(point, isMixed)) + variants;
}

function code(text: string): string {
  return `\`${text}\``;
}
