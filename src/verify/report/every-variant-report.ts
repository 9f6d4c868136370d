/** The report of a verification in every variant of the contract, and its text form. */

import type { SourceProblem } from '../../pact/reading/load-pacts.js';
import { sectionsText } from './report-text.js';
import type { VerificationVerdict } from './verification-report.js';

export interface EveryVariantReport {
  /**
   * `passed` if every interaction passes in every variant whose point it exercises, `incomplete` if this is known of a
   * part of them only.
   */
  readonly verdict: VerificationVerdict;
  /** Number of interactions that pass without variants. Pending ones are left out. */
  readonly interactions: number;
  /** The interactions that fail without variants. */
  readonly failAnyway: readonly BrokenInteraction[];
  readonly variants: readonly VariantOutcome[];
  /** Number of runs, without variants and in one, that are missing; absent if there are none. */
  readonly notRun?: number;
  /** The reason why runs are missing: the Pact verifier broke, or the emulator ended. */
  readonly incomplete?: string;
  /** Numbers of guesses (`inferred` and `chosen` points) of the contract: all, and those that have no variant. */
  readonly guesses: { readonly total: number; readonly withoutVariants: number };
  /** Sources that could not be used. */
  readonly problems: readonly SourceProblem[];
  readonly notices: readonly string[];
}

export interface VariantOutcome {
  /** `error-body=problem`. */
  readonly title: string;
  readonly point: string;
  readonly variant: string;
  /** IDs of the points of fidelity that the variant changes. */
  readonly about: readonly string[];
  /** A sentence about the clients that the variant breaks. */
  readonly breaks: string;
  /**
   * Number of interactions whose response is another one in the variant. If there are none, the report says nothing
   * about the variant.
   */
  readonly exercised: number;
  /** The interactions that fail in this variant only. */
  readonly broken: readonly BrokenInteraction[];
}

export interface BrokenInteraction {
  readonly source: string;
  readonly consumer: string;
  /** JSON pointer in the file: `/interactions/3`. */
  readonly pointer: string;
  readonly description: string;
  /** The difference between the response and the expectation. */
  readonly why: string;
}

/**
 * The report as text: one line for each variant, and the interactions that it breaks. Ends with a line break.
 */
export function everyVariantText(report: EveryVariantReport): string {
  const { failAnyway, variants, problems, notices, verdict, incomplete } = report;
  const unexercised = incomplete === undefined ? 'not exercised' : 'not exercised in the runs that were done';
  const width = Math.max(...variants.map(({ title }) => title.length));
  const lines = variants.flatMap(({ title, about, breaks, exercised, broken }) => {
    const padded = title.padEnd(width);
    if (exercised === 0) return [`· ${padded}  ${unexercised}`];
    if (broken.length === 0) return [`✓ ${padded}  exercised by ${exercised}`];
    return [
      `✗ ${padded}  exercised by ${exercised}, breaks ${broken.length}: a guess at ${about.join(', ')}`,
      `    ${breaks}`,
      ...broken.map((one) => `    ${interactionText(one)}`),
    ];
  });
  const sections = [
    lines,
    failAnyway.length === 0 ? [] : ['Fails without variants:', ...failAnyway.map((one) => `  ${interactionText(one)}`)],
    problems.map(({ source, message }) => `✗ ${source}: ${message}`),
    notices.map((notice) => `! ${notice}`),
    [`${verdict === 'passed' ? '✓' : '✗'} ${passText(report)}`, ...limitsText(report)],
  ];
  return sectionsText(sections);
}

function passText({ interactions, variants }: EveryVariantReport): string {
  const dependent = new Set(variants.flatMap(({ broken }) => broken.map(({ source, pointer }) => source + pointer)))
    .size;
  const points = new Set(variants.filter(({ broken }) => broken.length > 0).map(({ point }) => point));
  const exercised = variants.filter((variant) => variant.exercised > 0).length;
  const pass = `${interactions - dependent} of ${interactions} interactions pass in every variant that they exercise (${exercised} of ${variants.length})`;
  return dependent === 0
    ? pass
    : `${pass}; ${dependent} ${dependent === 1 ? 'depends' : 'depend'} on ${[...points].join(', ')}`;
}

/** Lines about what the verification did not show. */
function limitsText({ variants, guesses, notRun, incomplete }: EveryVariantReport): string[] {
  const { total, withoutVariants } = guesses;
  const unexercised = variants.filter(({ exercised }) => exercised === 0).length;
  return [
    ...(incomplete === undefined ? [] : [`  incomplete, with ${notRun!} runs missing: ${incomplete}`]),
    ...(unexercised === 0 || incomplete !== undefined
      ? []
      : [`  ${unexercised} variants were not exercised: no response differs in them`]),
    `  ${withoutVariants} of ${total} guesses (inferred or chosen points) have no variant: id-emulator fidelity --basis inferred,chosen lists them`,
  ];
}

function interactionText({ consumer, description, why }: BrokenInteraction): string {
  return `${consumer}: ${description} (${why.replaceAll(/\s+/g, ' ')})`;
}
