/** `id-emulator exec`: runs a command of the user, with an emulator that is started for this command alone. */

import { shellQuote } from '../../common/reporting/commands.js';
import type { EmulatorOptions } from '../../emulator/options.js';
import { startInRun } from '../../start/emulator.js';
import { activationsOf, parseInjection } from '../../emulator/injection/injection.js';
import { RUN_VARIABLE, RunFolder } from '../../emulator/injection/run-folder.js';
import { type ObservedSandbox, sandboxesOf } from '../../emulator/injection/trail.js';
import { failsConsumer } from '../../emulator/judge/judge.js';
import type { RefusalCounts } from '../../emulator/refused-connections.js';
import { behaviourReport, behaviourSuite, totalsOf } from '../../emulator/judge/report.js';
import { RULES } from '../../emulator/judge/rules.js';
import { junitXml } from '../../common/reporting/junit.js';
import { isSharedStore } from '../../stores/open-store.js';
import type { Actions, Call, FlagsOf } from '../settings/declared-command.js';
import { scenariosWith } from '../../start/shipped.js';
import { CheckError, CommandError, internalErrorText, UsageError } from '../terminal/failure.js';
import { runInForeground } from './run-in-foreground.js';
import { printedSecret, PRINTS_SECRET, withoutRunnersView } from '../../audit/run/printed-secrets.js';
import { whyNoCalls } from '../../audit/run/calls.js';
import { KEPT_OUTPUT } from '../../audit/run/child-process.js';
import { behavioursOf, type ObservedBehaviour, saveBundles, unusedInjections } from './run-record.js';
import { emulatorOptions } from '../settings/settings.js';
import type { Terminal } from '../terminal/terminal.js';
import { refuseUnknown } from '../terminal/flags.js';
import { refuseUnwritable, refuseUnwritableFolder, writeReport } from '../terminal/write-report.js';
import { environmentForCommand } from './trust.js';

/** The flags of the command, besides the flags of the emulator. */
type ExecFlags = FlagsOf<'exec'>;

/** The rules that `--rule` accepts: the rules of the judge, and the rule that a command prints no secrets. */
const RULE_IDS: readonly string[] = [...RULES.map(({ id }) => id), PRINTS_SECRET.rule];

export const ACTIONS: Actions<'exec'> = { exec };

/**
 * Runs the command beside the emulator, and judges what was seen.
 * @throws UsageError, InjectionError if a flag is wrong, or if an injection met no call; CommandError if the command
 *   fails, CheckError if it passes and a check fails
 */
async function exec(call: Call<'exec'>): Promise<void> {
  const { flags, settings, terminal } = call;
  const options = emulatorOptions(settings);
  refuseUnusable(call.words, options, flags);
  // An injection makes certain calls of the command fail by a scenario: `--inject getUsers:rate-limit-burst`.
  // This call only refuses wrong injections before anything starts. Each emulator activates the scenarios itself.
  const injections = flags.inject.map(parseInjection);
  activationsOf(injections, scenariosWith(options.scenarios));

  const { save } = flags;
  const looksAtRequests = isJudged(flags) || flags.failOnUnused === true || save !== undefined;
  const isInjected = injections.length > 0;
  // All emulators of a run, this one and those that the command starts, write what they see into the folder of the run.
  const outerRun = RunFolder.ofEnvironment(terminal.environment);
  // Inside an outer run, all emulators write into its folder, so this command needs no folder of its own.
  const needsOwnRun = isInjected || (looksAtRequests && outerRun === undefined);
  const ownRun = needsOwnRun ? RunFolder.create({ injections, wantsBundles: save !== undefined }) : undefined;
  const run = ownRun ?? outerRun;

  try {
    const ended = await runBeside(call, run);
    const sandboxes = looksAtRequests || isInjected ? sandboxesOf(run!.events()) : [];
    const observed = observedIn(sandboxes, ended, flags);

    if (isJudged(flags)) reportVerdicts(observed, flags, terminal);

    // An interrupted command may not have sent all calls, so a missing call accuses nobody.
    const unused = terminal.interrupted.aborted ? [] : unusedInjections(injections, sandboxes);
    const failure = unused.length > 0 ? new UsageError(unused.join('\n')) : failureOf(observed, ended.exitCode, flags);
    if (failure === undefined) return;

    if (save !== undefined && saveBundles(run!, save)) {
      const command = `id-emulator inspect ${shellQuote(save)}`;
      terminal.printError(`id-emulator: a bundle of each sandbox is in ${save}; to look at them: ${command}\n`);
    }
    throw failure;
  } finally {
    ownRun?.remove();
  }
}

/** Whether a broken rule makes the command fail. */
function failsByJudge({ judge, strictJudge }: ExecFlags): boolean {
  return judge === true || strictJudge === true;
}

/** Whether verdicts are reported: for the user, or in the JUnit file. */
function isJudged(flags: ExecFlags): boolean {
  return failsByJudge(flags) || flags.junit !== undefined;
}

/** @throws UsageError if there is no command, a flag would have no effect, or a file cannot be written */
function refuseUnusable(command: readonly string[], { store }: EmulatorOptions, flags: ExecFlags): void {
  const { rule, junit, save } = flags;
  if (command.length === 0) throw new UsageError('no command given; put it after two hyphens: exec -- npm test');
  if (isSharedStore(store))
    throw new UsageError(
      '--store: expected a folder or none, because exec reports on the sandboxes of its own process; start an emulator with Redis beside the command instead',
    );

  if (rule !== undefined) refuseUnknown('--rule: there is no rule', rule, RULE_IDS);
  if (rule !== undefined && !isJudged(flags))
    throw new UsageError('--rule: expected --judge, --strict-judge or --junit, because nothing else judges the client');

  if (junit !== undefined) refuseUnwritable(junit);
  if (save !== undefined) refuseUnwritableFolder(save);
}

/** What a run shows of the client. */
interface Observed {
  readonly behaviours: readonly ObservedBehaviour[];
  /** What kind of secret the command has printed, in words; undefined for none. */
  readonly secret: string | undefined;
  /** Why nothing was seen of the client, if nothing was. */
  readonly whyNothing: string;
}

/** What the sandboxes and the output show of the client. */
function observedIn(sandboxes: readonly ObservedSandbox[], ended: EndedCommand, flags: ExecFlags): Observed {
  const { strictJudge: strict = false, rule } = flags;
  const exchanges = sandboxes.flatMap((sandbox) => sandbox.exchanges);
  const looksForSecrets = isJudged(flags) && (rule === undefined || rule === PRINTS_SECRET.rule);
  // The list of test cases is empty: `exec` reads no reports of test runners.
  const output = withoutRunnersView(ended.output, []);

  return {
    behaviours: behavioursOf(sandboxes, { strict, rule }),
    secret: looksForSecrets ? printedSecret(output, { ...ended, exchanges }) : undefined,
    whyNothing: whyNoCalls(sandboxes, ended.refused),
  };
}

/** What is known when the command has ended, and its emulator is closed. */
interface EndedCommand {
  readonly exitCode: number;
  /** The end of the command's output, if the output was read. */
  readonly output: string;
  readonly clientSecrets: readonly string[];
  readonly refused: RefusalCounts;
}

/** Starts the emulator as part of the run, runs the command, and closes the emulator. */
async function runBeside(call: Call<'exec'>, run: RunFolder | undefined): Promise<EndedCommand> {
  const { words, flags, settings, terminal } = call;
  const { log } = settings;

  const emulator = await startInRun(
    emulatorOptions(settings),
    {
      onInternalError: (error) => terminal.printError(internalErrorText(error)),
      onWarning: (message) => {
        if (log !== 'silent') terminal.printError(`id-emulator: ${message}\n`);
      },
    },
    // In the record of the run, this label tells the sandboxes of this emulator from those of emulators in tests.
    run && { folder: run, label: 'default' },
  );
  const prepared = environmentForCommand(emulator, flags.env, terminal.environment);

  let output = '';
  const keepEnd = (piece: string): void => {
    output = (output + piece).slice(-KEPT_OUTPUT);
  };

  try {
    // Standard output belongs to the command.
    if (log === 'pretty') terminal.printError(`id-emulator: listens on ${emulator.url}\n`);
    if (log === 'json') terminal.printError(`${JSON.stringify({ event: 'ready', url: emulator.url })}\n`);

    // Emulators that the command starts find the run by this variable.
    const environment = { ...prepared.environment, ...(run !== undefined && { [RUN_VARIABLE]: run.path }) };
    // The judge looks for secrets in the output. If nobody judges, the command writes to the terminal itself.
    const onOutput = isJudged(flags) ? keepEnd : undefined;
    const exitCode = await runInForeground(words, environment, terminal.interrupted, onOutput);
    const clientSecrets = emulator.sandboxes().map(({ clientSecret }) => clientSecret);

    return { exitCode, output, clientSecrets, refused: emulator.refusedConnections() };
  } finally {
    // The environment names files with trusted authorities.
    prepared.remove();
    await emulator.close();
  }
}

/** Prints for each sandbox its broken and suspected rules, and a line of all verdicts. Writes the JUnit file. */
function reportVerdicts({ behaviours, secret }: Observed, { junit, strictJudge }: ExecFlags, terminal: Terminal): void {
  if (secret !== undefined)
    terminal.printError(
      `id-emulator: the command printed ${secret}. ${PRINTS_SECRET.remedy} (rule ${PRINTS_SECRET.rule})\n`,
    );

  for (const { title, verdicts, provable } of behaviours) {
    // Suspected rules are printed even if only `--strict-judge` fails on them.
    const printed = verdicts.filter((verdict) => failsConsumer(verdict, { strict: true }));
    const isGood = printed.length === 0;
    const text = isGood ? ` ${totalsOf(verdicts)}\n` : `\n${behaviourReport(printed, verdicts)}`;
    terminal.printError(`id-emulator: the client in ${title}:${text}`, 'people');

    if (provable.length > 0)
      terminal.printError(
        `id-emulator: if one client sends these requests one after the other, say so by --one-client (in a fixture: oneClient); then they prove ${provable.join(', ')} broken\n`,
        'people',
      );
  }

  if (junit === undefined) return;

  const strict = strictJudge === true;
  const suites = behaviours.map(({ title, verdicts }) => behaviourSuite(title, verdicts, { strict }));
  writeReport(junit, junitXml(suites));
}

/** The error if the command has failed, or if it has passed and a check fails; undefined if all is well. */
function failureOf(observed: Observed, exitCode: number, flags: ExecFlags): CheckError | CommandError | undefined {
  if (exitCode !== 0) return new CommandError(exitCode);

  const { behaviours, secret, whyNothing } = observed;
  if (behaviours.length === 0 && (failsByJudge(flags) || flags.failOnUnused === true))
    return new CheckError(whyNothing);
  if (!failsByJudge(flags)) return undefined;
  if (secret !== undefined) return new CheckError(`the command passed, but printed ${secret}`);

  const broken = behaviours.filter(({ passed }) => !passed).map(({ title }) => title);
  if (broken.length === 0) return undefined;

  return new CheckError(`the command passed, but its client breaks rules in ${broken.join(', ')}`);
}
