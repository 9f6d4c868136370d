/** What is done to a sandbox from outside, between its exchanges: plain data, so that it can be recorded and done again. */

import type { StandingActivation } from './activation.js';
import type { ClockReading } from '../time/sandbox-clock.js';
import type { WorldEvent } from '../world/events.js';
import type { ScheduledEvent } from '../world/world.js';

export type SandboxAction =
  /** Puts scenarios beside those that are active. */
  | { readonly type: 'scenarios-activated'; readonly activations: readonly StandingActivation[] }
  /** Takes back the activations with these IDs. */
  | { readonly type: 'scenarios-deactivated'; readonly ids: readonly string[] }
  | { readonly type: 'clock-set'; readonly reading: ClockReading }
  | {
      readonly type: 'world-changed';
      readonly events: readonly WorldEvent[];
      readonly scheduled: readonly ScheduledEvent[];
    }
  /** Somebody looked at the world, and what was due has happened. */
  | { readonly type: 'world-settled' };

/** How many things of each kind a sandbox has given out; numbers are drawn from it. */
export interface IssuedNumbers {
  readonly exchanges: number;
  readonly accessTokens: number;
  readonly links: number;
  readonly dataRequests: number;
  readonly parties: number;
  readonly credentials: number;
  readonly activations: number;
}

/** An action, and when it was done. */
export interface RecordedAction {
  /** The number of the exchange before it. */
  readonly after: number;
  /** By the sandbox's clock, before the action: milliseconds since 1970. */
  readonly at: number;
  readonly action: SandboxAction;
  /** What had been given out when it was done, by the action itself too. */
  readonly issued: IssuedNumbers;
}
