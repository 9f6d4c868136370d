/** How much may be tried, and for how long. */

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
export function reasonToEnd(limits: Limits, { runs, time }: Spent, interrupted: AbortSignal): string | undefined {
  if (interrupted.aborted) return 'it was interrupted';
  if (limits.runs !== undefined && runs >= limits.runs) return `the budget of ${limits.runs} runs is used up`;
  if (limits.time !== undefined && time >= limits.time)
    return `the budget of ${limits.time / 60_000} minutes is used up`;
  return undefined;
}
