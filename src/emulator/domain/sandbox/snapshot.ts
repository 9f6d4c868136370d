/** The changing state of a sandbox as plain data. */

import type { ClockReading } from '../time/clock.js';
import type { TokenFlaw } from '../tokens/access-token-error.js';
import type { WorldChanges } from '../world/world.js';
import type { StandingActivation } from './activation.js';

/** The numbers of a sandbox that has issued nothing. */
export const NOTHING_ISSUED = {
  exchanges: 0,
  accessTokens: 0,
  links: 0,
  dataRequests: 0,
  parties: 0,
  credentials: 0,
  activations: 0,
};

/** How many things of each kind a sandbox has numbered. Generated values depend on these numbers. */
export type IssuedNumbers = Readonly<typeof NOTHING_ISSUED>;

/** The requests of one client in one window of a throttle. */
export interface RequestWindow {
  /** Milliseconds since 1970. */
  readonly startedAt: number;
  readonly requests: number;
}

export interface SandboxSnapshot extends WorldChanges {
  readonly clock: ClockReading;
  readonly issued: IssuedNumbers;
  readonly activations: readonly StandingActivation[];
  /** Number of calls by activation key, the least recently counted first. */
  readonly calls: readonly (readonly [key: string, calls: number])[];
  /** Windows of throttles by activation and client. */
  readonly windows: readonly (readonly [key: string, window: RequestWindow])[];
  /** Access tokens, by ID, that a scenario has made invalid permanently. */
  readonly spoiltTokens: readonly (readonly [tokenId: string, flaw: TokenFlaw])[];
}
