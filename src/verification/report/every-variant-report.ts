/** The report of a verification in every variant of the contract, and its text form. */

import type { SourceProblem } from '../../pact/reading/load-pacts.js';
import type { VerificationVerdict } from './verification-report.js';

export interface EveryVariantReport {
  /** `passed` if every interaction passes in every variant: then no consumer depends on a guess that has variants. */
  readonly verdict: VerificationVerdict;
  /**
   * Number of interactions that pass without variants, and so were tested in every variant. Pending ones are left
   * out.
   */
  readonly interactions: number;
  /** The interactions that fail without variants. */
  readonly failAnyway: readonly BrokenInteraction[];
  readonly variants: readonly VariantOutcome[];
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
  /** Which clients the variant breaks: a sentence. */
  readonly breaks: string;
  /** The interactions that fail in this variant only. */
  readonly broken: readonly BrokenInteraction[];
}

export interface BrokenInteraction {
  readonly source: string;
  readonly consumer: string;
  /** JSON pointer in the file: `/interactions/3`. */
  readonly pointer: string;
  readonly description: string;
  /** What differs from the expectation. */
  readonly why: string;
}

/** The report as text: one line for each variant, and the interactions that it breaks. Ends with a line break. */
export function everyVariantText({
  interactions,
  failAnyway,
  variants,
  problems,
  notices,
  verdict,
}: EveryVariantReport): string {
  const width = Math.max(...variants.map(({ title }) => title.length));
  const lines = variants.flatMap(({ title, about, breaks, broken }) => {
    if (broken.length === 0) return [`✓ ${title}`];
    return [
      `✗ ${title.padEnd(width)}  breaks ${broken.length} of ${interactions}, which depend on ${about.join(', ')}`,
      `    ${breaks}`,
      ...broken.map((one) => `    ${interactionText(one)}`),
    ];
  });
  const sections = [
    lines,
    failAnyway.length === 0 ? [] : ['Fails without variants:', ...failAnyway.map((one) => `  ${interactionText(one)}`)],
    problems.map(({ source, message }) => `✗ ${source}: ${message}`),
    notices.map((notice) => `! ${notice}`),
    [`${verdict === 'passed' ? '✓' : '✗'} ${summaryOf(interactions, variants)}`],
  ];
  return `${sections
    .filter((section) => section.length > 0)
    .map((section) => section.join('\n'))
    .join('\n\n')}\n`;
}

function summaryOf(interactions: number, variants: readonly VariantOutcome[]): string {
  const dependent = new Set(variants.flatMap(({ broken }) => broken.map(({ source, pointer }) => source + pointer)))
    .size;
  const points = new Set(variants.filter(({ broken }) => broken.length > 0).map(({ point }) => point));
  const pass = `${interactions - dependent} of ${interactions} interactions pass in all ${variants.length} variants`;
  return dependent === 0
    ? `${pass}: they depend on no guess that has variants`
    : `${pass}; ${dependent} ${dependent === 1 ? 'depends' : 'depend'} on ${[...points].join(', ')}`;
}

function interactionText({ consumer, description, why }: BrokenInteraction): string {
  return `${consumer}: ${description} (${why.replaceAll(/\s+/g, ' ')})`;
}
