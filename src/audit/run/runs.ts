/** The runs of an audit: how many there were, what they took, and whether there may be another one. */

import { injectionsOf, type PlanEntry } from '../plan.js';
import { type Limits, reasonToEnd } from './limits.js';
import { type AuditedCommand, type ObservedRun, performRun } from './perform-run.js';

/** What an audit took. Times in milliseconds. */
export interface AuditCost {
  /** Those of the baseline included. */
  readonly runs: number;
  readonly time: number;
  /** The time of the command itself, of all its runs. */
  readonly commandTime: number;
}

/** What {@link Runs} needs of the options of an audit. */
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

  get cost(): AuditCost {
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
   * Runs the command with the faults of these entries.
   * @param limit how long it may take, in milliseconds
   */
  async perform(entries: readonly PlanEntry[], limit: number): Promise<ObservedRun> {
    const { command, interrupted: signal } = this.#options;
    const observed = await performRun(command, entries.flatMap(injectionsOf), { limit, signal });
    this.#count += 1;
    this.#commandTime += observed.duration;
    // A run that was ended from outside shows nothing, so that it is still wanted.
    if (observed.wasEnded) this.mayGoOn();
    return observed;
  }
}
