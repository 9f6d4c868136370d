/** The runs of a command: their number, their limits, and whether another run is allowed. */

import { outputRedactor } from '../../emulator/redaction/output-redactor.js';
import type { Redactor } from '../../emulator/redaction/redactor.js';
import type { Limits, Usage } from '../audit-types.js';
import type { AuditedCommand } from './audited-command.js';
import { type ObservedRun, observeRun, type RunOrders } from './observe-run.js';

/** A run with changes may take this many times as long as a run without changes, beside the grace and the waits. */
const SLOWDOWN = 3;

/** Why nothing more may be tried; undefined if there is no reason. */
function reasonToEnd(limits: Limits, { runs, time }: Usage, interrupted: AbortSignal): string | undefined {
  if (interrupted.aborted) return 'it was interrupted';
  if (limits.runs !== undefined && runs >= limits.runs) return `the budget of ${limits.runs} runs is used up`;
  if (limits.time !== undefined && time >= limits.time)
    return `the budget of ${limits.time / 60_000} minutes is used up`;

  return undefined;
}

/** What {@link Runs} needs of the options of its caller. */
export interface RunsOptions {
  readonly command: AuditedCommand;
  readonly limits: Limits;
  readonly interrupted: AbortSignal;
}

/** What is special about one run. */
export interface RunChanges extends Omit<RunOrders, 'limit' | 'signal'> {
  /** The command of this run, which may select a single test. Default: the command of the options. */
  readonly command?: readonly string[] | undefined;
  /** Milliseconds that a run without changes takes. Default: unknown, because this is the first such run. */
  readonly usualDuration?: number;
  /** Milliseconds for which responses ask the client to wait. Default: 0. */
  readonly wait?: number;
  /** Whether the run goes on where the last run has ended, without fresh files. Default: no. */
  readonly isNext?: boolean;
}

/** A run with its number, counted from 1. */
export interface NumberedRun extends ObservedRun {
  readonly number: number;
}

/** Makes runs of one command, within the limits of the user. */
export class Runs {
  /** Removes secrets from what is reported. */
  readonly redactor: Redactor;
  readonly interrupted: AbortSignal;
  readonly #options: RunsOptions;
  readonly #observe: typeof observeRun;
  readonly #started = performance.now();
  #count = 0;
  /** Why a wanted run was not made; undefined if every wanted run was made. */
  endedEarly: string | undefined;
  /** The error that ended the runs. The caller first reports what is known, and then throws the error. */
  failure: Error | undefined;

  /** @param observe makes a run, or returns what an earlier run has shown */
  constructor(options: RunsOptions, observe = observeRun) {
    this.#options = options;
    this.#observe = observe;
    this.interrupted = options.interrupted;
    const { clientSecret, controlToken } = options.command.options;
    this.redactor = outputRedactor([clientSecret, controlToken]);
  }

  get usage(): Usage {
    return { runs: this.#count, time: performance.now() - this.#started };
  }

  /** Whether another run may be made. */
  mayGoOn(): boolean {
    this.endedEarly ??= reasonToEnd(this.#options.limits, this.usage, this.interrupted);
    return this.endedEarly === undefined;
  }

  /** Ends the runs because one of them could not be made. */
  endBecause(failure: unknown): void {
    this.failure = failure instanceof Error ? failure : new Error(String(failure));
    this.endedEarly ??= this.failure.message;
  }

  /** Makes one run. @throws NotStartedError, BaselineError */
  async run({ command, usualDuration, wait = 0, isNext, ...changes }: RunChanges): Promise<NumberedRun> {
    const { command: usual, limits } = this.#options;
    const { longestRun, graceMs } = limits;
    const limit = usualDuration === undefined ? longestRun : usualDuration * SLOWDOWN + graceMs + wait;
    const number = (this.#count += 1);
    const before = isNext === true ? undefined : usual.before;
    const audited = { ...usual, before, command: command ?? usual.command };
    const observed = await this.#observe(audited, { ...changes, limit, signal: this.interrupted });
    // An interrupted run shows nothing, so it counts as a wanted run that was not made. The call notes the reason.
    if (observed.wasEnded) this.mayGoOn();

    return { ...observed, number };
  }
}
