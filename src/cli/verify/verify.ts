/** `id-emulator verify`: verifies consumers' pacts against the emulator and the contract. */

import type { Command } from 'commander';
import { exitCodeAfter } from '../../common/platform/shell.js';
import { MissingPeerError } from '../../common/platform/optional-peer.js';
import { NothingVerifiedError } from '../../verify/nothing-verified.js';
import { findVerifierPackage, newestTriedBelow, PACT } from '../../verify/run/verifier-package.js';
import { verifyEveryVariant, verifyPacts } from '../../verify/verify.js';
import type { VerifyOptions } from '../../verify/verify-options.js';
import type * as Reports from './report-verification.js';
import { UsageError } from '../terminal/failure.js';
import { commaSeparated, repeated } from '../terminal/flags.js';
import { MORE } from '../terminal/help.js';
import { variableName } from '../../emulator/option-spec.js';
import { revisionOption, togetherWith } from '../settings/settings.js';
import type { Terminal } from '../terminal/terminal.js';
import { brokerIn, verifyOptionsIn, type VerifyFlags } from './verify-flags.js';

/** Registers the command. */
export function addVerifyCommand(root: Command, terminal: Terminal): void {
  // Commander keeps only the last of the flags `--state` and `--no-state`.
  const selections = new Set<string>();
  root
    .command('verify')
    .on('option:state', () => selections.add('--state'))
    .on('option:no-state', () => selections.add('--no-state'))
    .description("verify consumers' pacts, with the provider states set up")
    .argument('[pacts...]', 'files, folders, glob patterns and URLs')
    .optionsGroup('What is verified:')
    .option('--provider <name>', 'only pacts for this provider; required with a broker')
    .option('--consumer <name>', 'only pacts of this consumer; repeatable', repeated)
    .option('--description <regex>', 'only interactions whose description matches')
    .option('--target <url>', 'a running emulator; default: the command starts one')
    .option('--states <file>', 'a module with states of yours, or aliases; repeatable', repeated)
    .option('--every-variant', 'in every variant, to find guesses that you rely on')
    .option('--publish <version>', 'publish the results to the broker, for this version')
    .optionsGroup('What fails, and what is written:')
    .option('--strict', 'also fail interactions with warnings')
    .option('--allow-empty', 'pass even if no interaction is verified')
    .option('--json', 'print the report as JSON')
    .option('--junit <file>', 'also write JUnit XML to this file')
    .optionsGroup(MORE)
    .option('--state <regex>', 'only interactions with a provider state that matches')
    .option('--no-state', 'only interactions without a provider state')
    .addOption(revisionOption())
    .option(
      '--variant <pairs>',
      'verify with this variant, such as error-body=problem (id-emulator fidelity --variants lists them); repeated or comma-separated',
      togetherWith,
    )
    .option(
      '--control-token <token>',
      `the control token of --target, if it requires one [${variableName('controlToken')}]`,
    )
    .option('--send-as-written', 'send what the pacts say: replace no token, client credential, link token or path')
    .option('--timeout <milliseconds>', 'longest wait for a response', '30000')
    .optionsGroup('More, with a Pact broker:')
    .option('--broker-url <url>', 'URL of a Pact broker; without pacts also [PACT_BROKER_BASE_URL]')
    .option('--broker-token <token>', 'bearer token for the broker, and for pacts at URLs [PACT_BROKER_TOKEN]')
    .option('--broker-username <name>', 'user name for the broker [PACT_BROKER_USERNAME]')
    .option('--broker-password <password>', 'password for the broker [PACT_BROKER_PASSWORD]')
    .option('--consumer-version-selectors <json>', 'select pacts of the broker: a JSON list of selectors')
    .option('--include-pending', 'pacts that are pending at the broker may fail; the default with --publish')
    .option('--include-wip-pacts-since <date>', 'also fetch pacts that are work in progress; they may fail')
    .option('--branch <name>', 'the branch of the provider: pacts are pending on it, and --publish adds it')
    .option('--provider-tags <names>', 'the same with tags; repeated or comma-separated', commaSeparated)
    .option('--build-url <url>', 'URL that the broker links to from the published results')
    .action(async (pacts: readonly string[], flags: VerifyFlags) => {
      if (selections.size > 1)
        throw new UsageError('--state and --no-state: no interaction has a provider state and none; leave one out');
      await verifyCommand(pacts, flags, terminal);
    });
}

/** Milliseconds for removing the sandboxes. If the emulator does not answer in time, they stay. */
const LONGEST_CLEANING = 900;

async function verifyCommand(pacts: readonly string[], flags: VerifyFlags, terminal: Terminal): Promise<void> {
  const broker = brokerIn(flags, terminal.environment, pacts);
  if (pacts.length === 0 && broker === undefined)
    throw new UsageError(
      'there is nothing to verify; name files, folders, patterns or URLs of pacts, or a --broker-url',
    );
  const { interrupted } = terminal;
  // The process of the verifier removes the temporary files when this process ends.
  const exit = (): never => process.exit(exitCodeAfter(interrupted.reason as NodeJS.Signals));
  // In a running emulator, this verification has sandboxes, and it takes a moment to remove them.
  const interrupt = (): unknown => (flags.target === undefined ? exit() : setTimeout(exit, LONGEST_CLEANING));
  interrupted.addEventListener('abort', interrupt);
  if (interrupted.aborted) exit();
  try {
    const options = { ...verifyOptionsIn(pacts, flags, broker, terminal), signal: interrupted };
    await verifyAndReport(options, flags, terminal).catch((error: unknown) => {
      // A missing or broken package, or an unknown name.
      const isUsage = [MissingPeerError, NothingVerifiedError, RangeError].some((Kind) => error instanceof Kind);
      throw isUsage ? new UsageError((error as Error).message) : error;
    });
  } finally {
    if (interrupted.aborted) exit();
    interrupted.removeEventListener('abort', interrupt);
  }
}

/** Verifies. The code that writes reports is loaded while the process of the verifier starts. */
async function verifyAndReport(options: VerifyOptions, flags: VerifyFlags, terminal: Terminal): Promise<void> {
  warnOfNewerPact(terminal);
  const loadReports = (): Promise<typeof Reports> => import('./report-verification.js');
  if (flags.everyVariant === true) {
    const [report, { reportEveryVariant }] = await Promise.all([verifyEveryVariant(options), loadReports()]);
    reportEveryVariant(report, flags, terminal);
  } else {
    const [report, { reportVerification }] = await Promise.all([verifyPacts(options), loadReports()]);
    reportVerification(report, flags, terminal);
  }
}

function warnOfNewerPact({ printError }: Terminal): void {
  const { version } = findVerifierPackage();
  const tried = newestTriedBelow(version);
  if (tried !== undefined)
    printError(
      `id-emulator: ${PACT} ${version} is installed, and the newest that was tried is ${tried}: if it does not work, install ${PACT}@${tried}\n`,
    );
}
