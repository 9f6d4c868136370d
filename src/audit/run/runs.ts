/** The runs of a command: how many there were, what they took, and whether there may be another one. */

import type { Injection } from '../../emulator/injection/injection.js';
import { type Limits, reasonToEnd, type Spent } from './limits.js';
import { type AuditedCommand, type ObservedRun, performRun } from './perform-run.js';

/** What the runs took, those of the baseline included. */
export interface RunsCost extends Spent {
  /** The time of the command itself, of all its runs, in milliseconds. */
  readonly commandTime: number;
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
  #commandTime = 0;
  #endedEarly: string | undefined;

  constructor(options: RunsOptions) {
    this.#options = options;
  }

  get cost(): RunsCost {
    return { runs: this.#count, time: performance.now() - this.#started, commandTime: this.#commandTime };
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
   * @param change another command instead, or whether to kill it
   */
  async perform(
    injections: readonly Injection[],
    limit: number,
    { instead, kills = false }: { readonly instead?: readonly string[]; readonly kills?: boolean } = {},
  ): Promise<ObservedRun> {
    const { command, interrupted: signal } = this.#options;
    const audited = instead === undefined ? command : { ...command, command: instead };
    this.#count += 1;
    const observed = await performRun(audited, injections, { limit, signal, kills });
    this.#commandTime += observed.duration;
    // A run that was ended from outside shows nothing, so that it is still wanted.
    if (observed.wasEnded) this.mayGoOn();
    return observed;
  }
}
