/** `id-emulator conform`: runs the conformance suite against a server. */

import type { ConformanceOptions } from '../../upstream/conformance/options.js';
import { checksWith } from '../../upstream/conformance/report/conformance-report.js';
import type { ConformanceReport } from '../../upstream/report-types.js';
import { type Difference, differencesIn } from '../../upstream/evidence/evidence.js';
import { DIFFERENCES } from '../../contract/documents/accepted-findings.js';
import { acceptedIn, type AcceptFlags, watchDifferences } from '../terminal/accepted.js';
import { conformanceSuites, conformanceText } from '../../upstream/conformance/report/format-report.js';
import { runConformance } from '../../upstream/conformance/run-conformance.js';
import { withoutUndefined } from '../../common/json.js';
import { junitXml } from '../../common/reporting/junit.js';
import { EXPIRED_TOKEN_VARIABLE, SECRET_VARIABLE } from '../settings/known-variables.js';
import type { Actions, FlagsOf } from '../settings/declared-command.js';
import { CheckError, commandInterrupted, UsageError } from '../terminal/failure.js';
import type { Terminal } from '../terminal/terminal.js';
import { printReport, refuseUnwritable, writeJson, writeReport } from '../terminal/write-report.js';
import { checkInputs } from '../../upstream/conformance/checks/inputs.js';

export const ACTIONS: Actions<'conform'> = {
  conform: ({ flags, terminal }) =>
    conformCommand(flags, terminal).catch((error: unknown) => {
      if (!terminal.interrupted.aborted || error instanceof CheckError) throw error;
      throw commandInterrupted(terminal, (error as Error).message);
    }),
};

/**
 * Runs the suite, prints the report and writes the files.
 * @throws UsageError if the run cannot start or was not completed; CheckError if a check fails
 */
export async function conformCommand(flags: ConformFlags, terminal: Terminal): Promise<void> {
  const { environment, printError, rewriteLine, interrupted: signal } = terminal;
  const options = conformanceOptions(flags, environment);
  const accepted = acceptedIn(flags, DIFFERENCES);
  for (const file of [flags.junit, flags.evidence]) if (file !== undefined) refuseUnwritable(file);
  const onCheck = showProgress(printError, rewriteLine);
  // The progress line makes room for the report.
  const report = await runConformance({ ...options, onCheck, signal }).finally(() => rewriteLine?.(''));
  printReport(report, () => conformanceText(report, flags.all), flags, terminal);
  if (flags.junit !== undefined) writeReport(flags.junit, junitXml(conformanceSuites(report)));
  if (flags.evidence !== undefined) writeJson(flags.evidence, report.evidence);
  watchDifferences(flags, differencesFrom(report), accepted, terminal);
  refuseFailures(report, flags);
}

/** What the evidence shows, and what checks alone have found. */
function differencesFrom(report: ConformanceReport): Difference[] {
  const { points } = report.evidence;
  const failed = checksWith(report, 'fail').filter(({ point = '' }) =>
    [undefined, 'as-guessed'].includes(points[point]?.verdict),
  );
  // The suite sends wrong requests on purpose.
  const shown = differencesIn({ ...report.evidence, contradictions: [] });

  return [...shown, ...failed.map(({ id, title, why = title }) => ({ id, what: why }))];
}

/** @throws CheckError if a check failed and the flags accept nothing, UsageError if the run is incomplete */
function refuseFailures(report: ConformanceReport, { accept, writeAccepted }: AcceptFlags): void {
  const { groups, incomplete } = report;
  const checks = groups.flatMap((group) => group.checks);
  const failed = checks.filter(({ outcome }) => outcome === 'fail').map(({ id }) => id);
  const words = failed.length === 1 ? 'a check fails' : `${failed.length} checks fail`;
  const mayFail = accept !== undefined || writeAccepted !== undefined;
  if (failed.length > 0 && !mayFail) throw new CheckError(`${words}: ${failed.join(', ')}`);
  if (incomplete !== undefined) throw new UsageError(`the run is incomplete: ${incomplete}`);
}

/** @param rewrite replaces the last line; undefined if none can be replaced */
function showProgress(
  write: (text: string) => void,
  rewrite: ((text: string) => void) | undefined,
): NonNullable<ConformanceOptions['onCheck']> {
  let group: string | undefined;
  const line = (done: number, all: number, name: string): string =>
    `${String(done).padStart(String(all).length)} of ${all}  ${name}`;
  return (check, done, all) => {
    if (rewrite !== undefined) rewrite(line(done, all, check.id));
    else if (check.group !== group) write(`${line(done - 1, all, check.group)}\n`);
    group = check.group;
  };
}

/** The flags, as commander parses them. */
export type ConformFlags = FlagsOf<'conform'>;

/** The options of the run. @throws UsageError if there is no client secret */
function conformanceOptions(flags: ConformFlags, environment: NodeJS.ProcessEnv): ConformanceOptions {
  const { baseUrl, tokenUrl, clientId, write = false, revision, only, rate, maxRequests, maxWait } = flags;
  const { clientSecret = environment[SECRET_VARIABLE] ?? '' } = flags;
  if (clientSecret === '') throw new UsageError(`there is no client secret; give it in ${SECRET_VARIABLE}`);

  const inputs = checkInputs({ ...flags, expiredToken: environment[EXPIRED_TOKEN_VARIABLE] });
  const given = Object.entries(inputs).filter(([, value]) => value !== undefined && value !== '');

  return {
    ...{ baseUrl, tokenUrl, clientId, clientSecret, write, revision },
    ...withoutUndefined({ only, rate, maxRequests, maxWait }),
    ...Object.fromEntries(given),
  };
}
