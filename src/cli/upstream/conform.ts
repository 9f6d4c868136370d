/** `id-emulator conform`: runs the conformance suite against a server. */

import type { Command } from 'commander';
import { ServiceUnusable } from '../../upstream/conformance/checks/connect.js';
import type { ConformanceOptions } from '../../upstream/conformance/options.js';
import type { ConformanceReport } from '../../upstream/conformance/report/conformance-report.js';
import { conformanceSuites, conformanceText } from '../../upstream/conformance/report/format-report.js';
import { runConformance } from '../../upstream/conformance/run-conformance.js';
import { SPECIFICATION } from '../../contract/contract.js';
import { junitXml } from '../../common/reporting/junit.js';
import { EXPIRED_TOKEN_VARIABLE, SECRET_VARIABLE } from '../settings/known-variables.js';
import { revisionOption } from '../settings/settings.js';
import { CheckError, commandInterrupted, UsageError } from '../terminal/failure.js';
import { commaSeparated, checkedNumber, serviceUrl } from '../terminal/flags.js';
import { MORE } from '../terminal/help.js';
import type { Terminal } from '../terminal/terminal.js';
import { printReport, refuseUnwritable, writeJson, writeReport } from '../terminal/write-report.js';
import { checkInputs, type CheckInputs } from '../../upstream/conformance/checks/inputs.js';

/** Registers the command. */
export function addConformCommand(root: Command, terminal: Terminal): void {
  root
    .command('conform')
    .description('check whether a server behaves like the service')
    .requiredOption('--base-url <url>', 'address of the service, with or without /api/v1')
    .requiredOption('--token-url <url>', 'URL of the token endpoint')
    .requiredOption('--client-id <id>', `the client ID; the secret is in ${SECRET_VARIABLE}`)
    .option('--write', 'also create links, and send data requests to the party of --party-id')
    .option('--only <name>', 'only this group or check; repeated or comma-separated', commaSeparated)
    .option('--all', 'print a line for every check')
    .option('--json', 'print JSON')
    .option('--junit <file>', 'also write JUnit XML to this file')
    .option('--evidence <file>', 'also write the observations, for fidelity --evidence')
    .optionsGroup(MORE)
    .option('--client-secret <secret>', 'the client secret, which other users of the machine can read')
    .addOption(revisionOption().default(SPECIFICATION))
    .option('--party-id <id>', 'a party that has disclosed credentials; default: the first in the list')
    .option('--contract-id <id>', 'a credential that is disclosed; default: the first in the list')
    .option(
      '--email <address>',
      'the e-mail address of a party that has disclosed credentials; default: one from the list',
    )
    .option('--alias <alias>', 'the alias of a party that has disclosed credentials; from revision 2026-04 on')
    .option(
      '--expired-link <token>',
      `the token of a link that has expired (an expired access token: ${EXPIRED_TOKEN_VARIABLE})`,
    )
    .option('--rate <requests>', 'requests per second; default: 2, no limit for a service on this machine')
    .option('--max-requests <requests>', 'largest number of requests; default: 500')
    .option('--max-wait <seconds>', 'longest wait after one 429; default: 60')
    .action(
      async (flags: ConformFlags) =>
        await conformCommand(flags, terminal).catch((error: unknown) => {
          const isInterrupted = terminal.interrupted.aborted && error instanceof UsageError;
          throw isInterrupted ? commandInterrupted(terminal, error.message) : error;
        }),
    );
}

/**
 * Runs the suite, prints the report and writes the files.
 * @throws UsageError if the run cannot start or was not completed; CheckError if a check fails
 */
export async function conformCommand(flags: ConformFlags, terminal: Terminal): Promise<void> {
  const { environment, printError, rewriteLine, interrupted: signal } = terminal;
  const options = conformanceOptions(flags, environment);
  for (const file of [flags.junit, flags.evidence]) if (file !== undefined) refuseUnwritable(file);
  const onCheck = showProgress(printError, rewriteLine);
  let report: ConformanceReport;
  try {
    report = await runConformance({ ...options, onCheck, signal });
  } catch (error) {
    if (error instanceof ServiceUnusable || error instanceof RangeError) throw new UsageError(error.message);

    throw error;
  } finally {
    // Ends the progress line before the report is printed.
    rewriteLine?.('');
  }
  printReport(report, () => conformanceText(report, flags.all), flags, terminal);
  if (flags.junit !== undefined) writeReport(flags.junit, junitXml(conformanceSuites(report)));
  if (flags.evidence !== undefined) writeJson(flags.evidence, report.evidence);
  refuseFailures(report);
}

/** @throws CheckError if a check failed, UsageError if the run is incomplete */
function refuseFailures(report: ConformanceReport): void {
  const { groups, incomplete } = report;
  const checks = groups.flatMap((group) => group.checks);
  const failed = checks.filter(({ outcome }) => outcome === 'fail').map(({ id }) => id);
  const words = failed.length === 1 ? 'a check fails' : `${failed.length} checks fail`;
  if (failed.length > 0) throw new CheckError(`${words}: ${failed.join(', ')}`);
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

/** The flags that are passed on as options unchanged. */
type GivenAsIs = Pick<ConformanceOptions, 'baseUrl' | 'tokenUrl' | 'clientId' | 'revision' | 'write' | 'only'>;

/** The flags, as commander parses them. */
export interface ConformFlags extends CheckInputs, GivenAsIs {
  readonly clientSecret?: string;
  readonly rate?: string;
  readonly maxRequests?: string;
  readonly maxWait?: string;
  readonly json?: boolean;
  readonly all?: boolean;
  readonly junit?: string;
  readonly evidence?: string;
}

/** The options of the run. @throws UsageError */
function conformanceOptions(flags: ConformFlags, environment: NodeJS.ProcessEnv): ConformanceOptions {
  const { rate, maxRequests, maxWait, revision, only } = flags;
  const { clientSecret = environment[SECRET_VARIABLE] ?? '' } = flags;
  if (clientSecret === '') throw new UsageError(`there is no client secret; give it in ${SECRET_VARIABLE}`);

  const given = {
    revision,
    only,
    ...checkInputs({ ...flags, expiredToken: environment[EXPIRED_TOKEN_VARIABLE] }),
    rate: number(
      '--rate',
      rate,
      'a number of requests a second above 0, at most 1000',
      (one) => one > 0 && one <= 1_000,
    ),
    maxRequests: number(
      '--max-requests',
      maxRequests,
      'a whole number from 1 to 100000',
      (one) => Number.isInteger(one) && one >= 1 && one <= 100_000,
    ),
    maxWait: number('--max-wait', maxWait, 'a number of seconds from 0 to 3600', (one) => one <= 3_600),
  };

  return {
    baseUrl: serviceUrl('--base-url', flags.baseUrl, 'https://id.example.com'),
    tokenUrl: serviceUrl('--token-url', flags.tokenUrl, 'https://auth.example.com/oauth/token'),
    clientId: flags.clientId,
    clientSecret,
    write: flags.write ?? false,
    ...Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined && value !== '')),
  };
}

/** @throws UsageError if there is a value, and it is not valid */
function number(
  flag: string,
  text: string | undefined,
  ...right: [expected: string, isRight: (value: number) => boolean]
): number | undefined {
  return text === undefined ? undefined : checkedNumber(flag, text, ...right);
}
