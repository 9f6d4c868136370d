/** The options of a run. */

import type { ConformanceSettings } from './conformance-settings.js';

/** Waits for a number of milliseconds. Throws the signal's reason if the signal ends the wait. */
export type Wait = (milliseconds: number, signal?: AbortSignal) => Promise<void>;

/** What the user sets, and how the run is observed and ended. */
export interface ConformanceOptions extends ConformanceSettings {
  /** Ends the run early; the report then contains the results so far. */
  readonly signal?: AbortSignal;
  /** Called after the requests of each check, with the number of finished checks and of all checks. */
  readonly onCheck?: (check: { readonly id: string; readonly group: string }, done: number, all: number) => void;
  /** How the run waits. Default: in real time. Tests pass a wait without delay. */
  readonly wait?: Wait;
}
