/** What all calls to one address share. */

import type { Hooks } from './hooks.js';
import type { Pause } from './pause.js';
import type { Transport } from './transport.js';

export interface Line {
  readonly transport: Transport;
  readonly pause: Pause;
  /** How often a call is tried again at most. */
  readonly retries: number;
  /** The longest wait before an attempt, in milliseconds. */
  readonly maxRetryDelay: number;
  readonly random: () => number;
  readonly hooks: Hooks;
  /** A number for each call. */
  readonly nextCall: () => number;
}
