/**
 * What exchanges say about the order in which a client acted. The order of arrival proves little: of twenty requests that
 * a client sends at once, the last may arrive long after the response to the first, and on a busy machine every time is
 * longer than it should be.
 */

import type { Exchange } from '../journal/exchange.js';

/** The judge examines a journal twice: first with evidence that is proof, then with what the times suggest. */
export interface Evidence {
  /** Whether the client had the response to the earlier request when it sent the later one. */
  readonly hadSeen: (later: Exchange, earlier: Exchange) => boolean;
  /** Whether the client received the response. */
  readonly gotResponse: (exchange: Exchange) => boolean;
  /** Whether the service carried the request out, as far as the client can know. */
  readonly mayHaveArrived: (exchange: Exchange) => boolean;
  /** Whether a measured time is taken as exact. As proof it is only a limit: the client took no longer. */
  readonly timesAreExact: boolean;
  /** Whether something counts that a client without a mistake does by chance, once in many times. */
  readonly chanceCounts: boolean;
}
