/** `id-emulator verify`: verifies consumers' pacts against the emulator and the contract. */

import type { Command } from 'commander';
import { REVISIONS, SPECIFICATION } from '../../contract/contract.js';
import { RemoteEmulatorError } from '../../control/client/control-plane-client.js';
import { MissingPeerError } from '../../platform/optional-peer.js';
import { compareWithLedger, guessLedger, readGuessLedger } from '../../verification/guesses/guess-ledger.js';
import { everyVariantText } from '../../verification/report/every-variant-report.js';
import { htmlReport } from '../../verification/report/html-report.js';
import { junitReport } from '../../verification/report/junit-report.js';
import { textReport } from '../../verification/report/text-report.js';
import type { VerificationReport } from '../../verification/report/verification-report.js';
import { NOTHING_VERIFIED } from '../../verification/nothing-verified.js';
import { verifyEveryVariant } from '../../verification/verify-every-variant.js';
import type { VerificationProgress, VerifyOptions } from '../../verification/verify-options.js';
import { verifyPacts } from '../../verification/verify-pacts.js';
import { brokerIn } from './broker-flags.js';
import { CheckFailed, UsageError } from '../failure.js';
import { variableName } from '../../option-spec.js';
import type { Terminal } from '../terminal.js';
import { verifyOptionsIn, type VerifyFlags } from './verify-flags.js';
import { writeReport } from '../write-report.js';

/** 128 plus the number of the signal, the exit code that shells report. */
const EXIT_CODES = { SIGINT: 130, SIGTERM: 143 };
type Signal = keyof typeof EXIT_CODES;

/** Declares the command. */
export function addVerifyCommand(root: Command, terminal: Terminal): void {
  root
    .command('verify')
    .description("verify consumers' pacts against the emulator and the contract; exits 1 if one fails")
    .argument('[pacts...]', 'files, folders, glob patterns and URLs')
    .option('--provider <name>', 'only pacts for the provider of this name; required with a broker')
    .option('--consumer <name>', 'only pacts of the consumer of this name; repeated for several', listed)
    .option('--description <regex>', 'only interactions whose description matches')
    .option('--state <regex>', 'only interactions with a provider state that matches')
    .option('--no-state', 'only interactions without a provider state')
    .option('--strict', 'fail interactions with warnings, such as a required member that the contract calls optional')
    .option('--allow-empty', 'pass although no interaction is verified')
    .option(
      '--states <file>',
      'also use the provider states of this JavaScript module, or the aliases of this YAML file; repeated for several',
      listed,
    )
    .option('--revision <name>', `the revision of the contract: ${[SPECIFICATION, ...REVISIONS].join(', ')}`)
    .option(
      '--variant <pairs>',
      'verify with this variant, such as error-body=problem (id-emulator fidelity --variants lists them); repeated or comma-separated',
      (value: string, before?: string) => (before === undefined ? value : `${before},${value}`),
    )
    .option(
      '--every-variant',
      'verify each interaction in every variant, one at a time, to find the guesses that consumers depend on',
    )
    .option('--target <url>', 'URL of a running emulator; default: the command starts one')
    .option(
      '--control-token <text>',
      `the control token of --target, if it requires one [${variableName('controlToken')}]`,
    )
    .option('--timeout <milliseconds>', 'longest wait for a response', '30000')
    .option('--broker-url <url>', 'URL of a Pact broker; without pacts also [PACT_BROKER_BASE_URL]')
    .option('--broker-token <text>', 'bearer token for the broker, and for pacts at URLs [PACT_BROKER_TOKEN]')
    .option('--broker-username <text>', '[PACT_BROKER_USERNAME]')
    .option('--broker-password <text>', '[PACT_BROKER_PASSWORD]')
    .option('--consumer-version-selectors <json>', 'select pacts of the broker: a JSON list of selectors')
    .option('--include-pending', 'pacts that are pending at the broker may fail; the default with --publish')
    .option('--include-wip-pacts-since <date>', 'also fetch pacts that are work in progress; they may fail')
    .option('--branch <name>', 'the branch of the provider: pacts are pending on it, and --publish adds it')
    .option('--provider-tags <names>', 'the same with tags; repeated or comma-separated', commaSeparated)
    .option('--publish <version>', 'publish the results to the broker, for this version of the provider')
    .option('--build-url <url>', 'URL that the broker links to from the published results')
    .option('--write-guesses <file>', 'write the guesses that the pacts rest on to this file')
    .option('--guesses <file>', 'fail if the pacts rest on a guess that this file does not list')
    .option('--json', 'print the report as JSON')
    .option('--junit <file>', 'also write JUnit XML to this file')
    .option('--html <file>', 'also write one self-contained HTML page to this file')
    .action(async (pacts: readonly string[], flags: VerifyFlags) => {
      await verifyCommand(pacts, flags, terminal);
    });
}

async function verifyCommand(pacts: readonly string[], flags: VerifyFlags, terminal: Terminal): Promise<void> {
  const broker = brokerIn(flags, terminal.environment, { hasPacts: pacts.length > 0 });
  if (pacts.length === 0 && broker === undefined)
    throw new UsageError(
      'there is nothing to verify; name files, folders, patterns or URLs of pacts, or a --broker-url',
    );
  const { interrupted } = terminal;
  // The temporary files are removed when the process exits.
  const exit = (): never => process.exit(EXIT_CODES[interrupted.reason as Signal]);
  interrupted.addEventListener('abort', exit);
  if (interrupted.aborted) exit();
  try {
    await (flags.everyVariant === true ? everyVariant : verifyOnce)(
      verifyOptionsIn(pacts, flags, broker, terminal),
      flags,
      terminal,
    );
  } finally {
    interrupted.removeEventListener('abort', exit);
  }
}

/** @throws CheckFailed if an interaction fails or a source cannot be read */
async function verifyOnce(options: VerifyOptions, flags: VerifyFlags, terminal: Terminal): Promise<void> {
  const durations = new Map<string, VerificationProgress['durations']>();
  const onProgress = (progress: VerificationProgress): void => {
    durations.set(progress.source, progress.durations);
    options.onProgress?.(progress);
  };
  const ledger = flags.guesses === undefined ? undefined : readGuessLedger(flags.guesses);
  const verified = await verifyPacts({ ...options, onProgress }).catch(throwUsage);
  const report = ledger === undefined ? verified : compareWithLedger(verified, ledger, flags.guesses!);
  write(flags.writeGuesses, () => `${JSON.stringify(guessLedger(verified), undefined, 2)}\n`);
  write(flags.junit, () => junitReport(report, durations));
  write(flags.html, () => htmlReport(report));
  terminal.print(flags.json === true ? `${JSON.stringify(report, undefined, 2)}\n` : textReport(report));
  if (report.verdict === 'failed') throw new CheckFailed(failureOf(report, flags.guesses));
}

/** @throws CheckFailed if an interaction depends on a variant, or fails in all of them */
async function everyVariant(options: VerifyOptions, flags: VerifyFlags, terminal: Terminal): Promise<void> {
  const needless = (['variant', 'strict', 'guesses', 'writeGuesses', 'junit', 'html', 'publish'] as const).find(
    (flag) => flags[flag] !== undefined,
  );
  if (needless !== undefined)
    throw new UsageError(
      `--every-variant: expected nothing beside --${needless.replace('G', '-g')}; it tries all variants, and prints text or --json`,
    );
  const report = await verifyEveryVariant(options).catch(throwUsage);
  terminal.print(flags.json === true ? `${JSON.stringify(report, undefined, 2)}\n` : everyVariantText(report));
  if (report.verdict === 'failed' && report.interactions + report.failAnyway.length === 0)
    throw new CheckFailed(nothingVerifiedText(report.problems));
  const breaking = report.variants.filter(({ broken }) => broken.length > 0).map(({ title }) => title);
  if (report.verdict === 'failed')
    throw new CheckFailed(
      breaking.length === 0
        ? 'the pacts do not hold in any variant'
        : `the pacts depend on guesses: they do not hold in ${breaking.join(', ')}`,
    );
}

/** Turns missing packages and unknown names into errors with a remedy. */
function throwUsage(error: unknown): never {
  throw error instanceof MissingPeerError || error instanceof RemoteEmulatorError || error instanceof RangeError
    ? new UsageError(error.message)
    : error;
}

function listed(value: string, before: readonly string[] = []): readonly string[] {
  return [...before, value];
}

function commaSeparated(value: string, before: readonly string[] = []): readonly string[] {
  return [...before, ...value.split(',').map((name) => name.trim())].filter((name) => name !== '');
}

function write(file: string | undefined, content: () => string): void {
  if (file !== undefined) writeReport(file, content());
}

function failureOf(
  { counts: { passed, failed, pending }, problems: all }: VerificationReport,
  ledger?: string,
): string {
  const [problems, guesses] = [
    all.filter(({ source }) => source !== ledger),
    all.filter(({ source }) => source === ledger),
  ];
  if (passed + failed === 0) return nothingVerifiedText(problems);
  if (failed + problems.length === 0)
    return `the pacts rest on ${guesses.length === 1 ? 'a guess' : `${guesses.length} guesses`} that ${ledger!} does not list`;
  const parts = [
    ...(failed > 0 ? [`${failed} of ${failed + passed + pending} interactions failed`] : []),
    ...(problems.length > 0 ? [problemCount(problems)] : []),
  ];
  return `the pacts do not hold: ${parts.join(', ')}`;
}

function nothingVerifiedText(problems: VerificationReport['problems']): string {
  const [problem, another] = problems;
  if (problem === undefined || another !== undefined) return `${NOTHING_VERIFIED}: ${problemCount(problems)}`;
  return `${NOTHING_VERIFIED}: ${problem.source === NOTHING_VERIFIED ? '' : `${problem.source}: `}${problem.message}`;
}

function problemCount({ length }: VerificationReport['problems']): string {
  return `${length} ${length === 1 ? 'source' : 'sources'} could not be used`;
}
