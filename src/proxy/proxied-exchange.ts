/** What became of an exchange, without anything personal or secret: it may be printed anywhere. */

import type { ProxyViolation } from './violation.js';

export interface ProxiedExchange {
  /** Counts from 1; the journal has it under this number, the answer as `Emulator-Exchange`. */
  readonly id: number;
  readonly method: string;
  /** The path as the contract writes it, `/api/v1/institutions/me/human-scores/{partyId}`; absent where it has none. */
  readonly path?: string;
  /** The `operationId` of the contract; absent where it has none for the request. */
  readonly operation?: string;
  /** What the client was answered. */
  readonly status: number;
  readonly violations: readonly ProxyViolation[];
  /** What else there is to say, such as why there was no answer. */
  readonly notes: readonly string[];
}
