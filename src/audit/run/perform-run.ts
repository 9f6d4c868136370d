/** One run: the command beside an emulator of its own, with faults injected into every emulator that it reaches. */

import { type Emulator, startInRun } from '../../emulator.js';
import type { Injection } from '../../injection/injection.js';
import { RUN_VARIABLE, RunFolder } from '../../injection/run-folder.js';
import { type ObservedSandbox, sandboxesOf } from '../../injection/trail.js';
import type { EmulatorOptions } from '../../options.js';
import { type CommandResult, runProcess } from './child-process.js';

/** A command that can be run any number of times. */
export interface AuditedCommand {
  /** The command and its arguments. */
  readonly command: readonly string[];
  /** Of the emulator beside it. */
  readonly options: EmulatorOptions;
  /** The environment of the command, for the emulator beside it. */
  readonly environmentFor: (emulator: Emulator) => NodeJS.ProcessEnv;
}

/** What was seen of one run. */
export interface ObservedRun extends CommandResult {
  readonly sandboxes: readonly ObservedSandbox[];
}

/** How long a run may take, and what ends it. */
export interface RunLimits {
  /** Milliseconds. */
  readonly limit: number;
  readonly signal: AbortSignal;
}

/** The label of the emulator beside the command. */
const BESIDE = 'default';

/** @throws CommandNotFound; OptionsError and the like if the emulator cannot start */
export async function performRun(
  { command, options, environmentFor }: AuditedCommand,
  injections: readonly Injection[],
  limits: RunLimits,
): Promise<ObservedRun> {
  const folder = RunFolder.create(injections);
  try {
    const emulator = await startInRun(options, {}, { folder, label: BESIDE });
    try {
      const environment = { ...environmentFor(emulator), [RUN_VARIABLE]: folder.path };
      const result = await runProcess(command, { environment, ...limits });
      return { ...result, sandboxes: sandboxesOf(folder.events()) };
    } finally {
      await emulator.close();
    }
  } finally {
    folder.remove();
  }
}
