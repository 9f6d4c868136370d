/** The report of a verification in every variant of the contract, and its text form. */

import { counted } from '../../common/reporting/phrases.js';
import type { SourceProblem } from '../../pact/reading/load-pacts.js';
import { sectionsText } from './report-text.js';

export interface EveryVariantReport {
  /** `passed` if every interaction passes in every variant that it exercises. */
  readonly verdict: 'passed' | 'failed';
  /** Number of interactions that pass without variants. Pending ones are left out. */
  readonly interactions: number;
  /** The interactions that fail without variants: consumer, description and reason of each. */
  readonly failAnyway: readonly string[];
  readonly variants: readonly VariantOutcome[];
  /** Sources that could not be used. */
  readonly problems: readonly SourceProblem[];
  readonly notices: readonly string[];
}

export interface VariantOutcome {
  /** `error-body=problem`. */
  readonly title: string;
  /** IDs of the points of fidelity that the variant changes. */
  readonly about: readonly string[];
  /** A sentence about the clients that the variant breaks. */
  readonly breaks: string;
  /**
   * Number of interactions whose response differs in the variant. If it is 0, the report shows nothing about the
   * variant.
   */
  readonly exercised: number;
  /** The interactions that fail in this variant only: consumer, description and reason of each. */
  readonly broken: readonly string[];
}

/** The report as text: a line for each variant, and the interactions that it breaks. Ends with a line break. */
export function everyVariantText(report: EveryVariantReport): string {
  const { verdict, interactions, failAnyway, variants, problems, notices } = report;
  const width = Math.max(...variants.map(({ title }) => title.length));
  const exercised = variants.filter((variant) => variant.exercised > 0);
  const breaking = variants.filter(({ broken }) => broken.length > 0);
  return sectionsText([
    variants.flatMap((variant) => variantLines(variant, width)),
    failAnyway.length === 0 ? [] : ['Fails without variants:', ...failAnyway.map((text) => `  ${text}`)],
    problems.map(({ source, message }) => `✗ ${source}: ${message}`),
    notices.map((notice) => `! ${notice}`),
    [
      `${verdict === 'passed' ? '✓' : '✗'} ${counted(interactions, 'interaction')}: ${exercised.length} of ${variants.length} variants change a response, and ${breaking.length} break an interaction`,
      '  guesses without a variant are not tried: id-emulator fidelity --basis inferred,chosen lists all guesses',
    ],
  ]);
}

function variantLines({ title, about, breaks, exercised, broken }: VariantOutcome, width: number): string[] {
  const padded = title.padEnd(width);
  if (exercised === 0) return [`· ${padded}  not exercised`];
  if (broken.length === 0) return [`✓ ${padded}  exercised by ${exercised}`];
  return [
    `✗ ${padded}  exercised by ${exercised}, breaks ${broken.length}: a guess at ${about.join(', ')}`,
    `    ${breaks}`,
    ...broken.map((text) => `    ${text}`),
  ];
}
