/** The report of a verification in every variant of the contract as text. */

import { counted } from '../../common/reporting/phrases.js';
import { sectionsText } from './report-text.js';
import type { EveryVariantReport, VariantOutcome } from './verification-report.js';

/** The report as text: a line for each variant, and the interactions that it breaks. Ends with a line break. */
export function everyVariantText(report: EveryVariantReport): string {
  const { variants, problems, notices } = report;
  const width = Math.max(...variants.map(({ title }) => title.length));
  const failAnyway = report.failAnyway.map((text) => `  ${text}`);

  return sectionsText([
    variants.flatMap((variant) => variantLines(variant, width)),
    failAnyway.length === 0 ? [] : ['Fails without variants:', ...failAnyway],
    problems.map(({ source, message }) => `✗ ${source}: ${message}`),
    notices.map((notice) => `! ${notice}`),
    summary(report),
  ]);
}

/** The last lines: the verdict and the numbers. */
function summary({ verdict, interactions, variants }: EveryVariantReport): string[] {
  const mark = verdict === 'passed' ? '✓' : '✗';
  const exercised = variants.filter((variant) => variant.exercised > 0).length;
  const breaking = variants.filter(({ broken }) => broken.length > 0).length;
  const shares = `${exercised} of ${variants.length} variants change a response`;

  return [
    `${mark} ${counted(interactions, 'interaction')}: ${shares}, and ${breaking} break an interaction`,
    '  guesses without a variant are not tried: id-emulator fidelity --basis inferred,chosen lists all guesses',
  ];
}

/**
 * The lines of a variant.
 * @param width length of the longest title
 */
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
