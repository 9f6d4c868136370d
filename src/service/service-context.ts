/** What the data plane needs to work; made once by the composition root. */

import type { Contracts } from '../contract/variants/contracts.js';
import type { AccessTokens } from '../domain/tokens/access-tokens.js';
import type { DateHeaders } from '../domain/time/timestamp.js';
import type { LinkTokens } from '../domain/tokens/link-tokens.js';
import type { Sandboxes } from '../domain/sandbox/sandboxes.js';
import type { Sandbox } from '../domain/sandbox/sandbox.js';
import type { ExchangeRecord } from '../journal/exchange-record.js';
import type { Journals } from '../journal/journal.js';
import type { Catalogue } from '../scenarios/scenario.js';
import type { ActiveScenarios } from './active-scenarios.js';
import type { Connections } from './server.js';
import type { ResponseCache } from './response-cache.js';

export interface ServiceContext {
  readonly contracts: Contracts;
  readonly catalogue: Catalogue;
  readonly scenarios: ActiveScenarios;
  readonly sandboxes: Sandboxes;
  readonly accessTokens: AccessTokens;
  readonly linkTokens: LinkTokens;
  readonly cache: ResponseCache;
  readonly journals: Journals;
  readonly connections: Connections;
  readonly dateHeaders: DateHeaders;
  /** When the emulator was made, a reading of `performance.now()`. */
  readonly startedAt: number;
  /** Opens a sandbox for a client that is not known, from its token request; absent where such clients are refused. */
  readonly openSandbox?: (form: unknown, authorization: string | undefined) => Sandbox | undefined;
  /** Told of every exchange when it is over. */
  readonly onExchange: (record: ExchangeRecord) => void;
  /** Told of answers that would have broken the contract, and of whatever else is the emulator's own fault. */
  readonly onInternalError: (error: Error) => void;
}
