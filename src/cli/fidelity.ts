/** `id-emulator fidelity`: what every point of the contract rests on. */

import type { Command } from 'commander';
import { type Contract, REVISIONS, SPECIFICATION } from '../contract/contract.js';
import type { PointsWithEvidence } from '../contract/fidelity/evidence.js';
import { fidelityPage } from '../contract/fidelity/fidelity-page.js';
import { BASES, type Basis, describePoint, type FidelityPoint } from '../contract/fidelity/point.js';
import {
  countByBasis,
  countsText,
  groupPoints,
  type PointGroup,
  selectPoints,
} from '../contract/fidelity/select-points.js';
import { OPERATION_IDS } from '../contract/operation.js';
import { nearest } from '../contract/suggestions.js';
import { variantsText } from '../contract/variants/variants-section.js';
import { contractOf, shippedVariants } from '../shipped.js';
import { knownContract } from './flags.js';
import { driftsText, observedPoints, refuseDrifts } from './evidence.js';
import { UsageError } from './failure.js';
import type { Terminal } from './terminal.js';

export interface FidelityOptions {
  /** Only points with one of these. Default: any. */
  readonly basis?: readonly string[];
  /** Only points that belong to this operation. Default: any. */
  readonly operation?: string;
  /** The revision of the contract. Default: the specification's. */
  readonly revision?: string;
  /** Whether to print points and counts as JSON. */
  readonly json?: boolean;
  /** Whether to print the points on which the service may do otherwise, with what else it may do. */
  readonly variants?: boolean;
  /** Whether to print the page of the documentation, which has all of them. */
  readonly markdown?: boolean;
}

/** Declares the command. */
export function addFidelityCommand(root: Command, terminal: Terminal): void {
  const listed = (value: string, before: readonly string[] = []): readonly string[] => [...before, ...value.split(',')];
  root
    .command('fidelity')
    .description('what every point of the contract rests on: the specification, something weaker, or our choice')
    .option('--basis <name>', `only points with this basis; repeated or comma-separated: ${BASES.join(', ')}`, listed)
    .option('--operation <id>', 'only points that belong to this operation')
    .option(
      '--revision <name>',
      `the points of this revision of the contract: ${[SPECIFICATION, ...REVISIONS].join(', ')}`,
    )
    .option(
      '--evidence <file>',
      'what conform has observed: guesses that were right are recorded; exits 1 where something is otherwise',
    )
    .option('--variants', 'the points on which the service may do otherwise, and how')
    .option('--json', 'as JSON')
    .option('--markdown', 'as the page of the documentation')
    .action(({ evidence, ...options }: FidelityOptions & { readonly evidence?: string }) => {
      if (evidence !== undefined && (options.markdown === true || options.variants === true))
        throw new UsageError(
          `--evidence: expected nothing beside --${options.markdown === true ? 'markdown' : 'variants'}, which tells of the contract alone`,
        );
      if (options.revision !== undefined && options.markdown === true)
        throw new UsageError('--revision: expected nothing beside --markdown, which tells of every revision');
      const observed = evidence === undefined ? undefined : observedPoints(evidence, knownContract(options.revision));
      terminal.print(fidelity(options, observed));
      refuseDrifts(observed?.drifts ?? []);
    });
}

/**
 * The points that are asked for, by operation, and how many they are; with what was observed, all that it contradicts as well.
 * @throws UsageError where a basis, the operation or the revision does not exist
 */
export function fidelity(
  { basis, operation, revision, variants = false, json = false, markdown = false }: FidelityOptions,
  observed?: PointsWithEvidence,
): string {
  const contract = knownContract(revision);
  if (markdown) return fidelityPage(contract, REVISIONS.map(contractOf));
  const bases = basis?.map(knownBasis);
  if (operation !== undefined && !OPERATION_IDS.some((id) => id === operation))
    throw new UsageError(`--operation: there is no operation "${operation}"${nearest(operation, OPERATION_IDS)}`);
  if (variants) return variantsOf(contract, { basis: bases, operation, json });
  const points = selectPoints(observed?.points ?? contract.fidelity().points, {
    ...(bases && { basis: bases }),
    ...(operation !== undefined && { operation }),
  });
  const counts = countByBasis(points);
  if (json)
    return `${JSON.stringify({ counts, points, ...(observed && { drifts: observed.drifts }) }, undefined, 2)}\n`;
  const groups =
    operation === undefined ? groupPoints(points, OPERATION_IDS) : [{ title: operation, points, isMixed: false }];
  const total =
    points.length === 0
      ? 'no points'
      : `${points.length === 1 ? '1 point' : `${points.length} points`}: ${countsText(counts)}`;
  return [
    ...groups.filter((group) => group.points.length > 0).map(groupText(points)),
    driftsText(observed?.drifts ?? []) + `${total}\n`,
  ].join('\n');
}

/** Those that are about a point with that basis, and belong to that operation. */
function variantsOf(
  { fidelity: read }: Contract,
  {
    basis,
    operation,
    json,
  }: { readonly basis: readonly Basis[] | undefined; readonly operation: string | undefined; readonly json: boolean },
): string {
  const meant = new Set(
    selectPoints(read().points, { ...(basis && { basis }), ...(operation !== undefined && { operation }) }).map(
      ({ id }) => id,
    ),
  );
  const points = shippedVariants().filter(({ about }) => about.some((id) => meant.has(id)));
  return json ? `${JSON.stringify({ variants: points }, undefined, 2)}\n` : variantsText(points);
}

/** @throws UsageError */
function knownBasis(name: string): Basis {
  const basis = BASES.find((known) => known === name.trim());
  if (basis === undefined)
    throw new UsageError(`--basis: there is no basis ${JSON.stringify(name)}${nearest(name, BASES)}`);
  return basis;
}

/** How a group of the points is printed; the columns fit all of them. */
function groupText(all: readonly FidelityPoint[]): (group: PointGroup) => string {
  const basisWidth = Math.max(...all.map(({ basis }) => basis.length));
  const idWidth = Math.max(...all.map(({ id }) => id.length));
  return ({ title, points, isMixed }) => {
    const lines = points.map((point) =>
      `  ${point.basis.padEnd(basisWidth)}  ${point.id.padEnd(idWidth)}  ${wordsOf(point, isMixed)}`.trimEnd(),
    );
    return `${[title, ...lines].join('\n')}\n`;
  };
}

function wordsOf(point: FidelityPoint, isMixed: boolean): string {
  const section = point.section === undefined ? [] : [`(specification section ${point.section})`];
  const varies = point.variants === undefined ? [] : [`[variants: ${point.variants.point}]`];
  return [describePoint(point, isMixed), ...section, ...varies].join(' ').trim();
}
