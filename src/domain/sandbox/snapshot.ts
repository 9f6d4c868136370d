/** Everything that changes in a sandbox, as plain data. */

import type { StandingActivation } from './activation.js';
import type { ClockReading } from '../time/clock.js';
import type { IssuedNumbers } from './recording.js';
import type { TokenFlaw } from '../tokens/access-token-error.js';
import type { WorldChanges } from '../world/world.js';

/** Requests of one client in one window of a throttle. */
export interface RequestWindow {
  /** Milliseconds since 1970. */
  readonly startedAt: number;
  readonly requests: number;
}

export interface SandboxSnapshot {
  readonly clock: ClockReading;
  readonly world: WorldChanges;
  readonly issued: IssuedNumbers;
  readonly activations: readonly StandingActivation[];
  /** How many calls each activation has counted, by its key; the one begun longest ago first. */
  readonly calls: readonly (readonly [key: string, calls: number])[];
  /** What throttles have counted, by activation and client. */
  readonly windows: readonly (readonly [key: string, window: RequestWindow])[];
  /** Access tokens, by ID, that a scenario has spoilt for good. */
  readonly spoiltTokens: readonly (readonly [tokenId: string, flaw: TokenFlaw])[];
}
