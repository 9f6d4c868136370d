/** The context of the data plane. `compose.ts` creates this context once for each emulator. */

import type { Sandbox } from '../domain/sandbox/sandbox.js';
import type { Sandboxes } from '../domain/sandbox/sandboxes.js';
import type { EmulatorParts } from '../emulator-parts.js';
import type { ExchangeRecord } from '../journal/exchange-record.js';
import type { ActiveScenarios } from './active-scenarios.js';
import type { Connections } from './http/connections.js';
import type { UnfinishedExchanges } from './unfinished-exchanges.js';

/** What the stages of the data plane work with. */
export interface ServiceContext extends EmulatorParts {
  readonly scenarios: ActiveScenarios;
  readonly sandboxes: Sandboxes;
  readonly connections: Connections;
  readonly unfinished: UnfinishedExchanges;
  /** When the emulator was created, a reading of `performance.now()`. */
  readonly startedAt: number;
  /** Whether the emulator itself sends the requests. Default: false. */
  readonly sentByEmulator?: boolean;
  /** Whether responses have no `Emulator-` headers. Default: false. */
  readonly isDisguised?: boolean;
  /** Called with every exchange and its sandbox before the response is written. Absent if nobody listens. */
  readonly onRecorded?: (record: ExchangeRecord, sandbox: Sandbox) => void;
  /** Called with every exchange and its sandbox when the exchange is over. */
  readonly onExchange: (record: ExchangeRecord, sandbox: Sandbox) => void;
}
