/** What became of pacts in every variant of the contract, and the same for people. */

import type { SourceProblem } from '../../pact/reading/load-pacts.js';
import type { VerificationVerdict } from './verification-report.js';

export interface EveryVariantReport {
  /** `passed` where every interaction passes in every variant: then no consumer depends on any of these guesses. */
  readonly verdict: VerificationVerdict;
  /** How many interactions pass where the contract is as it is, and were tried in each variant; pending ones are left out. */
  readonly interactions: number;
  /** Those that fail where the contract is as it is. */
  readonly failAnyway: readonly BrokenInteraction[];
  readonly variants: readonly VariantOutcome[];
  /** What could not be read. */
  readonly problems: readonly SourceProblem[];
  readonly notices: readonly string[];
}

export interface VariantOutcome {
  /** `error-body=problem`. */
  readonly title: string;
  readonly point: string;
  readonly variant: string;
  /** The IDs of the points of fidelity that it is about. */
  readonly about: readonly string[];
  /** Whose code depends on it. */
  readonly breaks: string;
  /** The interactions that depend on it. */
  readonly broken: readonly BrokenInteraction[];
}

export interface BrokenInteraction {
  readonly source: string;
  readonly consumer: string;
  /** JSON pointer in the file: `/interactions/3`. */
  readonly pointer: string;
  readonly description: string;
  /** What was not as expected. */
  readonly why: string;
}

/** A line for each variant, and what it breaks. */
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
      `✗ ${title.padEnd(width)}  breaks ${broken.length} of ${interactions}: rests on ${about.join(', ')}`,
      `    ${breaks}`,
      ...broken.map((one) => `    ${interactionText(one)}`),
    ];
  });
  const sections = [
    lines,
    failAnyway.length === 0
      ? []
      : ['Fails anyway, whatever the variant:', ...failAnyway.map((one) => `  ${interactionText(one)}`)],
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
  const pass = `${interactions - dependent} of ${interactions} interactions pass in every one of ${variants.length} variants`;
  return dependent === 0
    ? `${pass}: they depend on none of these guesses`
    : `${pass}; ${dependent} ${dependent === 1 ? 'depends' : 'depend'} on ${[...points].join(', ')}`;
}

function interactionText({ consumer, description, why }: BrokenInteraction): string {
  return `${consumer}: ${description} (${why.replaceAll(/\s+/g, ' ')})`;
}
