/** One run: the command beside an emulator of its own, with faults injected into every emulator that it reaches. */

import { type Emulator, startInRun } from '../../start/emulator.js';
import type { Injection } from '../../emulator/injection/injection.js';
import { RUN_VARIABLE, RunFolder } from '../../emulator/injection/run-folder.js';
import { type ObservedSandbox, sandboxesOf, type TestCase, testCasesOf } from '../../emulator/injection/trail.js';
import type { EmulatorOptions } from '../../emulator/options.js';
import { type CommandResult, runProcess } from './child-process.js';
import { reporterVariables, writeReporters } from './reporters.js';
import { withReporter } from './test-runners.js';

/** A command that can be run any number of times. */
export interface AuditedCommand {
  /** The command and its arguments. */
  readonly command: readonly string[];
  /** Of the emulator beside it. */
  readonly options: EmulatorOptions;
  /** The environment of the command, for the emulator beside it. */
  readonly environmentFor: (emulator: Emulator) => NodeJS.ProcessEnv;
  /** Removes what a run has needed. */
  readonly afterRun: () => void;
}

/** What was seen of one run. */
export interface ObservedRun extends CommandResult {
  readonly sandboxes: readonly ObservedSandbox[];
  /** The tests, if the runner tells them. */
  readonly cases: readonly TestCase[];
  /** Texts of the bundles by key of the sandbox, if they are wanted. */
  readonly bundles: ReadonlyMap<string, string>;
}

/** How long a run may take, and what ends it. */
export interface RunLimits {
  /** Milliseconds. */
  readonly limit: number;
  readonly signal: AbortSignal;
  /** Whether each emulator writes a bundle of its sandboxes when it is closed. Default: no. */
  readonly wantsBundles?: boolean;
}

/** The label of the emulator beside the command. */
const BESIDE = 'default';

/** @throws CommandNotFound; OptionsError and the like if the emulator cannot start */
export async function performRun(
  { command, options, environmentFor, afterRun }: AuditedCommand,
  injections: readonly Injection[],
  limits: RunLimits,
): Promise<ObservedRun> {
  const folder = RunFolder.create({ injections, wantsBundles: limits.wantsBundles === true });
  const cleanUp = (): void => {
    afterRun();
    folder.remove();
  };
  process.once('exit', cleanUp);
  try {
    const reporterOf = writeReporters(folder.path);
    const emulator = await startInRun(options, {}, { folder, label: BESIDE });
    let result: CommandResult;
    try {
      const given = environmentFor(emulator);
      const environment = { ...given, ...reporterVariables(folder.path, given), [RUN_VARIABLE]: folder.path };
      result = await runProcess(withReporter(command, reporterOf), { environment, ...limits });
    } finally {
      await emulator.close();
    }
    const events = folder.events();
    return { ...result, sandboxes: sandboxesOf(events), cases: testCasesOf(events), bundles: folder.bundles() };
  } finally {
    process.off('exit', cleanUp);
    cleanUp();
  }
}
