/** `id-emulator conform`: runs the conformance suite against a server. */

import type { Command } from 'commander';
import type { ConformanceOptions, ConformanceReport } from '../../upstream/conformance/index.js';
import { REVISIONS, SPECIFICATION } from '../../contract/contract.js';
import { junitXml } from '../../common/reporting/junit.js';
import { conformanceOptions, type ConformFlags } from './conform-options.js';
import { EXPIRED_TOKEN_VARIABLE, SECRET_VARIABLE } from '../settings/known-variables.js';
import { CheckError, commandInterrupted, UsageError } from '../terminal/failure.js';
import { commaSeparated } from '../terminal/flags.js';
import type { Terminal } from '../terminal/terminal.js';
import { refuseUnwritable, writeJson, writeReport } from '../terminal/write-report.js';

/** Registers the command. */
export function addConformCommand(root: Command, terminal: Terminal): void {
  root
    .command('conform')
    .description(
      'check whether a server behaves like the service; exits 1 if it does not; reads only, unless --write is given',
    )
    .option('--base-url <url>', 'address of the service, with or without /api/v1')
    .option('--token-url <url>', 'URL of the token endpoint')
    .option('--client-id <id>', 'the client ID')
    .option(
      '--client-secret <secret>',
      `the client secret; prefer ${SECRET_VARIABLE}: other users of the machine cannot read it`,
    )
    .option('--client-secret-file <file>', 'a file with the client secret')
    .option(
      '--revision <name>',
      `the revision of the contract to validate against: ${[SPECIFICATION, ...REVISIONS].join(', ')}`,
      SPECIFICATION,
    )
    .option('--write', 'also create links, and send data requests to the party of --party-id')
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
    .option('--only <name>', 'run only this group or check; repeated or comma-separated', commaSeparated)
    .option('--rate <requests>', 'requests per second; default: 2, no limit for a service on this machine')
    .option('--max-requests <requests>', 'largest number of requests; default: 500')
    .option('--max-wait <seconds>', 'longest wait after one 429; default: 60')
    .option('--all', 'print a line for every check')
    .option('--json', 'print JSON')
    .option('--junit <file>', 'also write JUnit XML to this file')
    .option(
      '--evidence <file>',
      'also write the observations of open points to this file, for id-emulator fidelity --evidence',
    )
    .action(async (flags: ConformFlags) => {
      await conformCommand(flags, terminal).catch((error: unknown) => {
        const isInterrupted = terminal.interrupted.aborted && error instanceof UsageError;
        throw isInterrupted ? commandInterrupted(terminal, error.message) : error;
      });
    });
}

/**
 * Runs the suite, prints the report and writes the files.
 * @throws UsageError if the run cannot start or was not completed; CheckError if a check fails; DocumentError if the
 *   file with the secret cannot be read
 */
export async function conformCommand(flags: ConformFlags, terminal: Terminal): Promise<void> {
  const { environment, print, printError, rewriteLine, interrupted: signal } = terminal;
  const options = conformanceOptions(flags, environment);
  for (const file of [flags.junit, flags.evidence]) if (file !== undefined) refuseUnwritable(file);
  const suite = await import('../../upstream/conformance/index.js');
  const onResult = showProgress(printError, rewriteLine);
  let report: ConformanceReport;
  try {
    report = await suite.runConformance({ ...options, onResult, signal });
  } catch (error) {
    if (error instanceof suite.ServiceUnusable || error instanceof RangeError) throw new UsageError(error.message);
    throw error;
  } finally {
    // Ends the progress line before the report is printed.
    rewriteLine?.('');
  }
  print(flags.json === true ? `${JSON.stringify(report, undefined, 2)}\n` : suite.conformanceText(report, flags.all));
  if (flags.junit !== undefined) writeReport(flags.junit, junitXml(suite.conformanceSuites(report)));
  if (flags.evidence !== undefined) writeJson(flags.evidence, suite.evidenceOf(report));
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
): NonNullable<ConformanceOptions['onResult']> {
  let group: string | undefined;
  const line = (done: number, all: number, name: string): string =>
    `${String(done).padStart(String(all).length)} of ${all}  ${name}`;
  return (result, done, all) => {
    if (rewrite !== undefined) rewrite(line(done, all, result.id));
    else if (result.group !== group) write(`${line(done - 1, all, result.group)}\n`);
    group = result.group;
  };
}
