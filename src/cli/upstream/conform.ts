/** `id-emulator conform`: runs the conformance suite against a server. */

import type { ConformanceOptions } from '../../upstream/conformance/options.js';
import { checksWith } from '../../upstream/conformance/report/conformance-report.js';
import type { ConformanceReport } from '../../upstream/report-types.js';
import { type Difference, differencesIn } from '../../upstream/evidence/evidence.js';
import { DIFFERENCES } from '../../contract/documents/accepted-findings.js';
import { acceptedIn, type AcceptFlags, watchDifferences } from '../terminal/accepted.js';
import { conformanceSuites, conformanceText } from '../../upstream/conformance/report/format-report.js';
import { runConformance } from '../../upstream/conformance/run-conformance.js';
import { junitXml } from '../../common/reporting/junit.js';
import { CONFORM_SECRET_VARIABLE, CONFORM_TOKEN_VARIABLE } from '../settings/known-variables.js';
import type { Actions, FlagsOf } from '../settings/declared-command.js';
import { CheckError, commandInterrupted, UsageError } from '../terminal/failure.js';
import { progressTo, type Terminal } from '../terminal/terminal.js';
import { printReport, refuseUnwritable, writeJson, writeReport } from '../terminal/write-report.js';

export const ACTIONS: Actions<'conform'> = {
  conform: ({ flags, terminal }) =>
    conformCommand(flags, terminal).catch((error: unknown) => {
      // A run that the user interrupts fails with whatever error comes next. Only a failed check is a result.
      const isByInterrupt = terminal.interrupted.aborted && !(error instanceof CheckError);
      throw isByInterrupt ? commandInterrupted(terminal, (error as Error).message) : error;
    }),
};

/**
 * Runs the suite, prints the report and writes the files.
 * @throws UsageError if the run cannot start or was not completed; CheckError if a check fails
 */
export async function conformCommand(flags: ConformFlags, terminal: Terminal): Promise<void> {
  const { environment, rewriteLine, interrupted: signal } = terminal;
  const options = conformanceOptions(flags, environment);
  const accepted = acceptedIn(flags, DIFFERENCES);
  for (const file of [flags.junit, flags.evidence]) if (file !== undefined) refuseUnwritable(file);

  const showProgress = progressTo(terminal);
  const onCheck = ({ id }: { readonly id: string }, done: number, all: number): void =>
    showProgress(`${done} of ${all} checks: ${id}`);
  // The progress line makes room for the report.
  const report = await runConformance({ ...options, onCheck, signal }).finally(() => rewriteLine?.(''));

  // Everything is written before the command fails.
  printReport(report, () => conformanceText(report, flags.all), flags, terminal);
  if (flags.junit !== undefined) writeReport(flags.junit, junitXml(conformanceSuites(report)));
  if (flags.evidence !== undefined) writeJson(flags.evidence, report.evidence);
  watchDifferences(flags, differencesFrom(report), accepted, terminal);
  refuseFailures(report, flags);
}

/**
 * The differences between the server and the contract. Most are shown by the evidence. A failed check is one more
 * difference, unless the evidence already shows one at the point that the check is about.
 */
function differencesFrom(report: ConformanceReport): Difference[] {
  const showsDifference = (point: string): boolean => {
    const evidence = report.evidence.points[point];
    return evidence !== undefined && evidence.verdict !== 'as-guessed';
  };

  const failed = checksWith(report, 'fail').filter(({ point = '' }) => !showsDifference(point));
  // The suite sends wrong requests on purpose, so contradictions of requests are no differences.
  const shown = differencesIn({ ...report.evidence, contradictions: [] });

  return [...shown, ...failed.map(({ id, title, why = title }) => ({ id, what: why }))];
}

/** @throws CheckError if a check failed and the flags accept nothing, UsageError if the run is incomplete */
function refuseFailures(report: ConformanceReport, { accept, writeAccepted }: AcceptFlags): void {
  const { incomplete } = report;
  const failed = checksWith(report, 'fail').map(({ id }) => id);
  const words = failed.length === 1 ? 'a check fails' : `${failed.length} checks fail`;
  const acceptsFailures = accept !== undefined || writeAccepted !== undefined;
  // With one of these flags, `watchDifferences` has already decided which differences are new.
  if (failed.length > 0 && !acceptsFailures) throw new CheckError(`${words}: ${failed.join(', ')}`);
  if (incomplete !== undefined) throw new UsageError(`the run is incomplete: ${incomplete}`);
}

/** The flags, as commander parses them. */
export type ConformFlags = FlagsOf<'conform'>;

/** The options of the run. @throws UsageError if there is no client secret */
function conformanceOptions(flags: ConformFlags, environment: NodeJS.ProcessEnv): ConformanceOptions {
  const { baseUrl, tokenUrl, clientId, write = false, revision } = flags;
  const { clientSecret = environment[CONFORM_SECRET_VARIABLE] ?? '' } = flags;
  if (clientSecret === '') throw new UsageError(`there is no client secret; give it in ${CONFORM_SECRET_VARIABLE}`);

  const service = { baseUrl, tokenUrl, clientId, clientSecret, revision };
  const expiredToken = environment[CONFORM_TOKEN_VARIABLE];
  const optional = Object.entries({ ...flags, expiredToken });
  // CI systems set variables without a value to the empty text.
  const filled = optional.filter(([, value]) => value !== undefined && value !== '');

  return { ...Object.fromEntries(filled), ...service, write };
}
