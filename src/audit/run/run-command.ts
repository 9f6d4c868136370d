/** One run: the command beside an emulator of its own, with faults injected into every emulator that it reaches. */

import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type Emulator, startInRun } from '../../start/emulator.js';
import type { Injection } from '../../emulator/injection/injection.js';
import { RUN_VARIABLE, RunFolder } from '../../emulator/injection/run-folder.js';
import {
  type ObservedSandbox,
  refusalsOf,
  sandboxesOf,
  type TestCase,
  testCasesOf,
} from '../../emulator/injection/trail.js';
import type { RefusalCounts } from '../../emulator/refused-connections.js';
import type { EmulatorOptions } from '../../emulator/options.js';
import { type CommandResult, NoBaseline, runProcess } from './child-process.js';
import { BESIDE, type FaultClass } from '../expectations/fault-class.js';
import { printedSecret, withoutRunnersView } from './printed-secrets.js';
import { reporterVariables } from './reporters.js';
import { withReporter } from './test-runners.js';

/** A command that can be run any number of times. */
export interface AuditedCommand {
  /** The command and its arguments. */
  readonly command: readonly string[];
  /** A shell command that makes fresh files before each run. */
  readonly before?: string | undefined;
  /** A shell command that prints the outcome of a run, to be compared with that of a run without faults. */
  readonly compare?: string | undefined;
  /** Of the emulator beside it. */
  readonly options: EmulatorOptions;
  /** The environment of the command, for the emulator beside it. */
  readonly surroundingsFor: (emulator: Emulator) => {
    readonly environment: NodeJS.ProcessEnv;
    /** Removes what a run has needed. */
    readonly remove: () => void;
  };
}

/** What was seen of one run. */
export interface ObservedRun extends CommandResult {
  /** The command, without what lets its runner report. */
  readonly command: readonly string[];
  readonly sandboxes: readonly ObservedSandbox[];
  /** Connections that the emulators have refused. */
  readonly refused: RefusalCounts;
  /** The tests, if the runner tells them. */
  readonly cases: readonly TestCase[];
  /** What the command for the outcome printed; undefined if there is none. */
  readonly outcome: string | undefined;
  /** The secret in what the command printed, in words. */
  readonly printedSecret: string | undefined;
  /** Texts of the bundles by key of the sandbox, if they are wanted. */
  readonly bundles: ReadonlyMap<string, string>;
}

/** How long a run may take, and what ends it. */
export interface RunLimits {
  /** Milliseconds. */
  readonly limit: number;
  readonly signal: AbortSignal;
  /** What happens while the call that meets the fault is open. Default: nothing. */
  readonly meanwhile?: FaultClass['meanwhile'];
  /** Whether each emulator writes a bundle of its sandboxes when it is closed. Default: no. */
  readonly wantsBundles?: boolean;
}

/** For how long connections are refused, in milliseconds. */
const REFUSAL = 1_000;

/** @throws CommandNotFound; OptionsError and the like if the emulator cannot start */
export async function performRun(
  { command, before, compare, options, surroundingsFor }: AuditedCommand,
  injections: readonly Injection[],
  limits: RunLimits,
): Promise<ObservedRun> {
  const folder = RunFolder.create({ injections, wantsBundles: limits.wantsBundles === true });
  let remove = (): void => undefined;
  const cleanUp = (): void => {
    remove();
    folder.remove();
  };
  process.once('exit', cleanUp);
  try {
    let server: Server | undefined;
    let listening: NodeJS.Timeout | undefined;
    const onListening = (own: Server): void => {
      server = own;
    };
    // A line for each of hundreds of runs tells less than their count.
    const hooks = { onRefusedConnection: () => undefined };
    const emulator = await startInRun(options, hooks, { folder, label: BESIDE, onListening });
    let result: CommandResult;
    let outcome: string | undefined;
    let clientSecrets: readonly string[] = [];
    try {
      const surroundings = surroundingsFor(emulator);
      ({ remove } = surroundings);
      const given = surroundings.environment;
      const environment = { ...given, ...reporterVariables(given), [RUN_VARIABLE]: folder.path };
      if (before !== undefined) await runShell('--before', before, { environment: given, ...limits });
      const started = withReporter(command);
      const run = { environment, limit: limits.limit, signal: limits.signal };
      const moment = limits.meanwhile && {
        hasCome: () => hasMetInjection(folder),
        act: (killAll: () => void) => {
          if (limits.meanwhile === 'killed') killAll();
          else listening = refuseConnections(server!);
        },
      };
      result = await runProcess(started, { ...run, moment });
      if (limits.meanwhile === 'killed' && hasMetInjection(folder))
        result = afterKill(result, await runProcess(started, run));
      if (compare !== undefined && !result.wasEnded)
        outcome = await runShell('--compare', compare, { environment: given, ...limits });
      clientSecrets = emulator.sandboxes().map(({ clientSecret }) => clientSecret);
    } finally {
      clearTimeout(listening);
      await emulator.close();
    }
    const events = folder.events();
    const sandboxes = sandboxesOf(events);
    const cases = testCasesOf(events);
    return {
      ...result,
      command,
      outcome,
      printedSecret: printedSecret(withoutRunnersView(result.output, cases), {
        clientSecrets,
        exchanges: sandboxes.flatMap(({ exchanges }) => exchanges),
      }),
      sandboxes,
      refused: refusalsOf(events),
      cases,
      bundles: folder.bundles(),
    };
  } finally {
    process.off('exit', cleanUp);
    cleanUp();
  }
}

/** Runs a command of a flag in a shell. @returns what it printed @throws NoBaseline if it fails */
async function runShell(
  flag: string,
  text: string,
  options: { readonly environment: NodeJS.ProcessEnv; readonly limit: number; readonly signal: AbortSignal },
): Promise<string> {
  const shell = process.platform === 'win32' ? ['cmd', '/c'] : ['sh', '-c'];
  const { exitCode, output, wasEnded } = await runProcess([...shell, text], options);
  if (exitCode !== 0 && !wasEnded) throw new NoBaseline(`${flag} fails with exit code ${exitCode}: ${output.trim()}`);
  return output;
}

function hasMetInjection(folder: RunFolder): boolean {
  return folder
    .events()
    .some(
      (event) => event.type === 'exchange' && event.exchange.scenarios.some(({ selector }) => selector === 'injection'),
    );
}

/** Breaks the connections of a server, which listens again a second later. @returns what to clear when the run is over */
function refuseConnections(server: Server): NodeJS.Timeout {
  const { address: host, port } = server.address() as AddressInfo;
  server.close();
  server.closeAllConnections();
  return setTimeout(() => server.listen({ host, port }), REFUSAL);
}

/** The end of a command that was killed and started again. */
function afterKill(killed: CommandResult, again: CommandResult): CommandResult {
  return { ...again, output: killed.output + again.output, duration: killed.duration + again.duration };
}
