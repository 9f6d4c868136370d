/** Writes the reports of `id-emulator verify`, and fails the command if the verification has not passed. */

import { NOTHING_VERIFIED } from '../../verify/nothing-verified.js';
import { everyVariantText } from '../../verify/report/every-variant-report.js';
import { junitReport } from '../../verify/report/junit-report.js';
import { counted } from '../../common/reporting/phrases.js';
import { textReport } from '../../verify/report/text-report.js';
import type { EveryVariantReport, VerificationReport } from '../../verify/report/verification-report.js';
import { CheckError, UsageError } from '../terminal/failure.js';
import type { Terminal } from '../terminal/terminal.js';
import { printReport, writeReport } from '../terminal/write-report.js';
import type { VerifyFlags } from './verify-flags.js';

/**
 * Prints the report, and writes the JUnit file.
 * @throws CheckError if an interaction fails or a source has nothing to verify
 * @throws UsageError for another lack: a source cannot be read, interactions were not run, or results not published
 */
export function reportVerification(report: VerificationReport, flags: VerifyFlags, terminal: Terminal): void {
  if (flags.junit !== undefined) writeReport(flags.junit, junitReport(report));
  printReport(report, () => textReport(report), flags, terminal);

  if (report.verdict === 'failed') throw new CheckError(failureOf(report));
  if (report.problems.length > 0) throw new UsageError(failureOf(report));

  const { incomplete, counts } = report;
  if (incomplete === undefined) return;

  const { notRun = 0 } = counts;
  const lack = `the verification is incomplete, with ${notRun} of ${totalOf(report)} interactions not run`;
  throw new UsageError(notRun === 0 ? incomplete : `${lack}: ${incomplete}`);
}

/** Prints the report. @throws CheckError if an interaction depends on a variant, or fails in all variants */
export function reportEveryVariant(report: EveryVariantReport, flags: VerifyFlags, terminal: Terminal): void {
  printReport(report, () => everyVariantText(report), flags, terminal);
  if (report.verdict === 'passed') return;

  // No interaction passes without variants, and none fails: nothing was verified.
  if (report.interactions + report.failAnyway.length === 0) {
    const text = nothingVerifiedText(report.problems);
    // Sources that could not be read say nothing about the pacts, so the check has not failed.
    const areAllUnread = report.problems.every(({ isUnread }) => isUnread);
    throw areAllUnread ? new UsageError(text) : new CheckError(text);
  }

  const breaking = report.variants.filter(({ broken }) => broken.length > 0).map(({ title }) => title);
  if (breaking.length === 0) throw new CheckError('the pacts do not hold in any variant');

  throw new CheckError(`the pacts depend on guesses: they do not hold in ${breaking.join(', ')}`);
}

/** The number of all interactions, whether or not they were run. */
function totalOf({ counts: { passed, failed, pending, notRun = 0 } }: VerificationReport): number {
  return passed + failed + pending + notRun;
}

/** Why the verification has not passed, in a sentence. */
function failureOf(report: VerificationReport): string {
  const { counts, problems } = report;
  const { passed, failed, notRun = 0 } = counts;
  if (passed + failed + notRun === 0) return nothingVerifiedText(problems);

  const reasons: string[] = [];
  if (failed > 0) reasons.push(`${failed} of ${totalOf(report)} interactions failed`);
  if (notRun > 0) reasons.push(`${notRun} not run`);
  if (problems.length > 0) reasons.push(`${counted(problems.length, 'source')} could not be used`);

  // If all interactions were run, the results could not be published.
  const unpublished = notRun === 0 && report.incomplete !== undefined ? `; ${report.incomplete}` : '';
  const verdict = report.verdict === 'failed' ? 'the pacts do not hold' : 'the verification is incomplete';

  return `${verdict}: ${reasons.join(', ')}${unpublished}`;
}

/** Why nothing was verified, in a sentence. */
function nothingVerifiedText(problems: VerificationReport['problems']): string {
  const [problem, ...others] = problems;
  // Several reasons would be too long here. The report has each of them.
  if (problem === undefined || others.length > 0)
    return `${NOTHING_VERIFIED}: ${counted(problems.length, 'source')} could not be used`;

  const source = problem.source === NOTHING_VERIFIED ? '' : `${problem.source}: `;
  return `${NOTHING_VERIFIED}: ${source}${problem.message}`;
}
