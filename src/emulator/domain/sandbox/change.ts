/**
 * What changed in a sandbox at one moment, as plain data. A store appends the change to the log of the sandbox, and
 * `Sandbox.apply` repeats the change: in the next process, or in another process with the same sandbox.
 */

import type { ClockState } from '../time/clock.js';
import type { WorldEvent } from '../world/events.js';
import type { ScheduledEvent } from '../world/world.js';
import type { RecordedAction, Recording } from './replay-history.js';
import type { IssuedNumbers, SandboxSnapshot } from './snapshot.js';

/** What one request changed. Absent members have not changed. Maps contain only the entries that were set, in order. */
export interface ExchangeChange extends Partial<Pick<SandboxSnapshot, 'calls' | 'windows' | 'spoiltTokens'>> {
  readonly type: 'exchange';
  /** The moment of the exchange, in milliseconds since 1970 by the sandbox's clock. */
  readonly at: number;
  /** The numbers issued so far, including this exchange. */
  readonly issued: IssuedNumbers;
  /** The events that were added to the world, including scheduled events that were due. */
  readonly events?: readonly WorldEvent[];
  /** All events that are scheduled after the exchange. */
  readonly scheduled?: readonly ScheduledEvent[];
}

/** An action between exchanges. */
export interface ActionChange extends RecordedAction {
  readonly type: 'action';
  /** The state of the clock, if the action set it. */
  readonly clock?: ClockState;
}

/** The journal was emptied, and the recording with it. */
export interface ForgottenChange {
  readonly type: 'forgotten';
  /** The number of the last exchange. */
  readonly exchange: number;
}

/** Everything that may happen to a sandbox, as plain data. */
export type SandboxChange = ExchangeChange | ActionChange | ForgottenChange;

/** The state from which a sandbox continues in another process. It does not contain the settings. */
export interface KeptState extends Omit<SandboxSnapshot, 'clock'> {
  readonly clock: ClockState;
  readonly recording: Recording;
  /** The number of the last exchange when the journal was emptied; 0 if it never was. */
  readonly forgotten: number;
}
