/** One run: the command beside a new emulator, with faults in every emulator that the command reaches. */

import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { withoutUndefined } from '../../common/json.js';
import { startInRun } from '../../start/emulator.js';
import { RUN_VARIABLE, RunFolder, type RunOrders as FolderOrders } from '../../emulator/injection/run-folder.js';
import type { ObservedSandbox, TestCase } from '../../emulator/injection/trail.js';
import { refusalsOf, sandboxesOf, testCasesOf } from '../../emulator/injection/trail.js';
import type { RefusalCounts } from '../../emulator/refused-connections.js';
import { outputRedactor } from '../../emulator/redaction/output-redactor.js';
import { AUDIT_EMULATOR, hasMetInjection } from './calls.js';
import type { CommandResult } from '../audit-types.js';
import { BaselineError, type ProcessOptions, runToLimit } from './child-process.js';
import { type AuditedCommand, type Disguise, disguised, type Removable } from './audited-command.js';
import { printedSecret, withoutRunnersView } from './printed-secrets.js';
import { reporterVariables } from './test-runners.js';

/** What was seen of one run. */
export interface ObservedRun extends CommandResult {
  /** The command that was run, which may select a single test. */
  readonly command: readonly string[];
  readonly sandboxes: readonly ObservedSandbox[];
  /** Connections that the emulators have refused. */
  readonly refused: RefusalCounts;
  /** The tests that ran, if the runner reports them. */
  readonly cases: readonly TestCase[];
  /** Names of the tests that were skipped, or passed only when repeated, if the runner reports them. */
  readonly skipped?: readonly string[];
  /** What the command of `--compare` printed; undefined if there is none. */
  readonly comparedOutput: string | undefined;
  /** The kind of secret that the command printed, in words; undefined if it printed none. */
  readonly printedSecret: string | undefined;
  /** Bundles (sandboxes in files) as texts, by the key of the sandbox, if the run wants them. */
  readonly bundles: ReadonlyMap<string, string>;
}

/** What a run does, how long it may take, and what ends it. */
export interface RunOrders extends Omit<FolderOrders, 'isDisguised'> {
  /** Milliseconds. */
  readonly limit: number;
  readonly signal: AbortSignal;
  /** What happens while the call that meets the fault is open. Default: nothing. */
  readonly meanwhile?: 'killed' | 'refused' | undefined;
  /** How the emulator hides what it is. Default: not at all. */
  readonly disguise?: Disguise | undefined;
}

/** Milliseconds for which connections are refused. */
const REFUSAL = 1_000;

/**
 * Makes one run, and reads what all emulators of the run have written into its folder.
 * @throws NotStartedError; BaselineError if a shell command fails; OptionsError if the emulator cannot start
 */
export async function observeRun(command: AuditedCommand, orders: RunOrders): Promise<ObservedRun> {
  const folder = RunFolder.create({ ...orders, isDisguised: orders.disguise !== undefined });
  const audited = disguised(command, orders.disguise);
  const toRemove: Removable[] = [folder];
  const cleanUp = (): void => {
    for (const each of toRemove.splice(0)) each.remove();
  };

  // This process may end in the middle of a run.
  process.once('exit', cleanUp);

  try {
    const { clientSecrets, ...ended } = await runBesideEmulator(audited, orders, { folder, toRemove });
    const events = folder.events();
    const sandboxes = sandboxesOf(events);
    const all = testCasesOf(events);
    // A skipped test neither passed nor failed.
    const cases = all.filter(({ skipped }) => skipped !== true);
    const exchanges = sandboxes.flatMap((sandbox) => sandbox.exchanges);
    const redactor = outputRedactor([...clientSecrets, audited.options.controlToken]);

    return {
      ...ended,
      output: redactor.text(ended.output),
      comparedOutput: ended.comparedOutput === undefined ? undefined : redactor.text(ended.comparedOutput),
      command: audited.command,
      printedSecret: printedSecret(withoutRunnersView(ended.output, cases), { clientSecrets, exchanges }),
      sandboxes,
      refused: refusalsOf(events),
      skipped: all.filter((test) => test.skipped ?? test.repeated).map(({ name }) => name),
      // The names of tests are not redacted, because they select tests.
      cases: cases.map(({ error, compared, ...test }) => {
        return { ...test, ...redactor.json(withoutUndefined({ error, compared })) };
      }),
      bundles: folder.bundles(),
    };
  } finally {
    process.off('exit', cleanUp);
    cleanUp();
  }
}

/** Runs the command beside an emulator that it starts and closes. @param toRemove gets further files for the end */
async function runBesideEmulator(
  { command, before, compare, options, environmentFor }: AuditedCommand,
  { limit, signal, meanwhile }: RunOrders,
  { folder, toRemove }: { readonly folder: RunFolder; readonly toRemove: Removable[] },
): Promise<CommandResult & Pick<ObservedRun, 'comparedOutput'> & { clientSecrets: string[] }> {
  let server: Server | undefined;
  /** The timer after which refused connections are accepted again. */
  let listenAgain: NodeJS.Timeout | undefined;
  const onListening = (started: Server): void => {
    server = started;
  };

  // An audit makes hundreds of runs: messages of each emulator would hide the result.
  const hooks = { onRefusedConnection: () => undefined, onExchange: () => undefined };
  const membership = { folder, label: AUDIT_EMULATOR, onListening };
  const emulator = await startInRun(options, hooks, membership).catch((error: unknown) => {
    // In disguise, the emulator has a port that another program may use.
    if ((error as NodeJS.ErrnoException).code !== 'EADDRINUSE') throw error;
    return startInRun({ ...options, port: 0 }, hooks, membership);
  });

  try {
    const prepared = environmentFor(emulator);
    // These files go before the folder of the run.
    toRemove.unshift(prepared);
    const { environment } = prepared;
    const shell = { environment, limit, signal };
    if (before !== undefined) await runShell('--before', before, shell);

    const variables = { ...environment, ...reporterVariables(environment), [RUN_VARIABLE]: folder.path };
    const run = { ...shell, environment: variables };
    const trigger = meanwhile && {
      isMet: () => hasMetFault(folder),
      run: (killAll: () => void) => {
        if (meanwhile === 'killed') killAll();
        else listenAgain = refuseConnections(server!);
      },
    };
    let result = await runToLimit(command, { ...run, trigger });
    // After it was killed, the command starts again, with the files that it has left behind.
    if (meanwhile === 'killed' && hasMetFault(folder)) {
      const again = await runToLimit(command, run);
      result = { ...again, output: result.output + again.output, duration: result.duration + again.duration };
    }

    const isCompared = compare !== undefined && !result.wasEnded;
    const comparedOutput = isCompared ? await runShell('--compare', compare, shell).catch(noOutcome) : undefined;
    const clientSecrets = emulator.sandboxes().map(({ clientSecret }) => clientSecret);

    return { ...result, comparedOutput, clientSecrets };
  } finally {
    clearTimeout(listenAgain);
    await emulator.close();
  }
}

/** The beginning of an outcome that could not be read: a run that fails may leave nothing to compare. */
export const NO_OUTCOME = 'no outcome: ';

/** The outcome of a command of `--compare` that failed. */
function noOutcome(error: unknown): string {
  if (!(error instanceof BaselineError)) throw error;
  return `${NO_OUTCOME}${error.message}`;
}

/** Runs a command of a flag in a shell. @returns what it printed @throws BaselineError if it fails */
async function runShell(flag: string, text: string, options: ProcessOptions): Promise<string> {
  const shell = process.platform === 'win32' ? ['cmd', '/c'] : ['sh', '-c'];
  const { exitCode, output, wasEnded } = await runToLimit([...shell, text], options);
  const reason = output.trim() === '' ? '' : `: ${outputRedactor().text(output.trim())}`;
  if (exitCode !== 0 && !wasEnded) throw new BaselineError(`${flag} fails with exit code ${exitCode}${reason}`);

  return output;
}

/** Whether an exchange of the run so far has met a fault. */
function hasMetFault(folder: RunFolder): boolean {
  return folder.events().some((event) => event.type === 'exchange' && hasMetInjection(event.exchange));
}

/** Breaks all connections, and refuses new ones for a second. @returns the timer to clear if the run ends sooner */
function refuseConnections(server: Server): NodeJS.Timeout {
  const { address: host, port } = server.address() as AddressInfo;
  server.close();
  server.closeAllConnections();

  return setTimeout(() => server.listen({ host, port }), REFUSAL);
}
