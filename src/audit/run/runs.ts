/** The runs of a command: how many there were, how long they may take, and whether there may be another one. */

import type { Injection } from '../../emulator/injection/injection.js';
import { type AuditedCommand, type ObservedRun, performRun, type RunLimits } from './run-command.js';

/** Times in milliseconds. */
export interface Limits {
  /** Number of runs, those of the baseline included. Default: no limit. */
  readonly runs?: number | undefined;
  /** Default: no limit. */
  readonly time?: number | undefined;
  /** How much longer than without changes a run may take, beside the waits that responses ask for. */
  readonly patience: number;
  /** How long a run without changes may take. */
  readonly longestRun: number;
}

/** What was spent by now. */
export interface Spent {
  readonly runs: number;
  /** Milliseconds. */
  readonly time: number;
}

/** The rest of a run's time that is its own, in parts of the baseline. */
const SLOWER = 3;

/** How long a run may take, in milliseconds, if it takes `usual` without changes and responses ask it to wait. */
export function longestRun(usual: number, wait: number, { patience }: Limits): number {
  return usual * SLOWER + patience + wait;
}

/** Why nothing more may be tried; undefined if there is no reason. */
function reasonToEnd(limits: Limits, { runs, time }: Spent, interrupted: AbortSignal): string | undefined {
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

export class Runs {
  readonly #options: RunsOptions;
  readonly #started = performance.now();
  #count = 0;
  #endedEarly: string | undefined;

  constructor(options: RunsOptions) {
    this.#options = options;
  }

  get cost(): Spent {
    return { runs: this.#count, time: performance.now() - this.#started };
  }

  /** Why a run that was wanted was not made; undefined if all were. */
  get endedEarly(): string | undefined {
    return this.#endedEarly;
  }

  /** Whether another run may be made. */
  mayGoOn(): boolean {
    const { limits, interrupted } = this.#options;
    this.#endedEarly ??= reasonToEnd(limits, this.cost, interrupted);
    return this.#endedEarly === undefined;
  }

  /**
   * Runs the command with these injections.
   * @param limit how long it may take, in milliseconds
   * @param change another command instead, or what happens while a call is open
   */
  async perform(
    injections: readonly Injection[],
    limit: number,
    { instead, meanwhile }: { readonly instead?: readonly string[] | undefined } & Pick<RunLimits, 'meanwhile'> = {},
  ): Promise<ObservedRun> {
    const { command, interrupted: signal } = this.#options;
    const audited = instead === undefined ? command : { ...command, command: instead };
    this.#count += 1;
    const observed = await performRun(audited, injections, { limit, signal, meanwhile });
    // A run that was ended from outside shows nothing, so that it is still wanted.
    if (observed.wasEnded) this.mayGoOn();
    return observed;
  }
}
