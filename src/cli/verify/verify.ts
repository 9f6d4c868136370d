/** `id-emulator verify`: verifies consumers' pacts against the emulator and the contract. */

import type { Command } from 'commander';
import { exitCodeAfter } from '../../common/platform/shell.js';
import { findVerifierPackage, newestTriedBelow, PACT } from '../../verify/run/verifier-package.js';
import { verifyEveryVariant, verifyPacts } from '../../verify/verify.js';
import type { VerifyOptions } from '../../verify/verify-options.js';
import type * as Reports from './report-verification.js';
import { UsageError } from '../terminal/failure.js';
import { isTyped } from '../terminal/flags.js';
import type { Actions, Call } from '../settings/declared-command.js';
import type { Terminal } from '../terminal/terminal.js';
import { refuseUnwritable } from '../terminal/write-report.js';
import { brokerIn, verifyOptionsIn, type VerifyFlags } from './verify-flags.js';

export const PREPARE = { verify: refuseBothStates };

export const ACTIONS: Actions<'verify'> = { verify };

/** Refuses `--state` beside `--no-state`: Commander would keep only the flag that comes last. */
function refuseBothStates(command: Command): void {
  const typedFlags = new Set<string>();
  for (const name of ['state', 'no-state']) command.on(`option:${name}`, () => typedFlags.add(name));
  command.hook('preAction', () => {
    if (typedFlags.size > 1)
      throw new UsageError('--state and --no-state: no interaction has a provider state and none; leave one out');
  });
}

/** Milliseconds for removing the sandboxes after an interrupt. If the emulator does not answer in time, they stay. */
const LONGEST_CLEANING = 900;

/** Verifies the pacts. @throws CheckError, UsageError if they do not hold, or some were not run */
async function verify({ words: pacts, flags, command, terminal }: Call<'verify'>): Promise<void> {
  if (flags.target === undefined && isTyped(command, 'controlToken'))
    throw new UsageError('--control-token is about a running emulator; name it with --target');

  if (flags.junit !== undefined) refuseUnwritable(flags.junit, [...pacts, ...(flags.states ?? [])]);
  const broker = brokerIn(flags, terminal.environment, pacts);
  if (pacts.length === 0 && broker === undefined)
    throw new UsageError(
      'there is nothing to verify; name files, folders, patterns or URLs of pacts, or a --broker-url',
    );

  // An interrupt ends this process at once, unless sandboxes have to be removed first.
  const { interrupted } = terminal;
  // The process of the verifier removes the temporary files when this process ends.
  const exit = (): never => process.exit(exitCodeAfter(interrupted.reason as NodeJS.Signals));
  const onInterrupt = (): void => {
    if (flags.target === undefined) exit();
    // This verification has sandboxes in the running emulator. To remove them takes a moment.
    setTimeout(exit, LONGEST_CLEANING);
  };

  interrupted.addEventListener('abort', onInterrupt);
  // The signal may have come before the listener was added.
  if (interrupted.aborted) exit();

  try {
    const options = { ...verifyOptionsIn(pacts, flags, broker, terminal), signal: interrupted };
    await verifyAndReport(options, flags, terminal);
  } finally {
    // After an interrupt, the verification has failed for this reason alone, and has removed its sandboxes.
    if (interrupted.aborted) exit();
    interrupted.removeEventListener('abort', onInterrupt);
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

/** Warns of a verifier that nobody has tried with this package. */
function warnOfNewerPact({ printError }: Terminal): void {
  // The user installs the verifier of Pact, so its version may be newer than every version that was tried.
  const { version } = findVerifierPackage();
  const tried = newestTriedBelow(version);
  if (tried !== undefined)
    printError(
      `id-emulator: ${PACT} ${version} is installed, and the newest that was tried is ${tried}: if it does not work, install ${PACT}@${tried}\n`,
    );
}
