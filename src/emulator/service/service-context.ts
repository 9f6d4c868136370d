/** What the data plane works with. `compose.ts` creates it once for each emulator. */

import type { MountedRequest } from '../../common/platform/emulator-url.js';
import type { Contracts } from '../../contract/variants/contracts.js';
import type { Sandbox } from '../domain/sandbox/sandbox.js';
import type { Sandboxes } from '../domain/sandbox/sandboxes.js';
import type { DateHeaders } from '../domain/time/timestamp.js';
import type { AccessTokens } from '../domain/tokens/access-tokens.js';
import type { LinkTokens } from '../domain/tokens/link-tokens.js';
import type { ExchangeRecord } from '../journal/exchange-record.js';
import type { Journals } from '../journal/journals.js';
import type { Catalogue } from '../scenarios/scenario.js';
import type { SandboxKeeper, SharedKeeper } from '../store/keeper.js';
import type { RefusedRequest } from '../store/refused-request.js';
import type { ActiveScenarios } from './active-scenarios.js';
import type { LongWork } from './long-work.js';
import type { ResponseCache } from './response-cache.js';
import type { Connections } from './http/server.js';
import type { UnfinishedExchanges } from './unfinished-exchanges.js';

export interface ServiceContext {
  readonly contracts: Contracts;
  readonly catalogue: Catalogue;
  readonly scenarios: ActiveScenarios;
  readonly sandboxes: Sandboxes;
  readonly accessTokens: AccessTokens;
  readonly linkTokens: LinkTokens;
  readonly cache: ResponseCache;
  readonly longWork: LongWork;
  readonly journals: Journals;
  /** Absent if the sandboxes are kept in memory alone. */
  readonly keeper?: SandboxKeeper | undefined;
  /** The same, if other emulators share the store. */
  readonly shared?: SharedKeeper | undefined;
  readonly connections: Connections;
  readonly unfinished: UnfinishedExchanges;
  /** Length of a response beyond which scenarios do not enlarge it, in bytes. */
  readonly responseBytes: number;
  readonly dateHeaders: DateHeaders;
  /** When the emulator was created, a reading of `performance.now()`. */
  readonly startedAt: number;
  /** Whether the requests are the emulator's own. Default: false. */
  readonly sentByEmulator?: boolean;
  /** Opens a sandbox for an unknown client, from its token request. Absent if unknown clients are refused. */
  readonly openSandbox?: (form: unknown, authorization: string | undefined) => Sandbox | undefined;
  /** The address by which the client of a request reached the emulator, without a trailing slash. */
  readonly addressOf: (req: MountedRequest) => string;
  /** Called with every exchange before its response is written, and with its sandbox. Absent if nobody wants to know. */
  readonly onRecorded?: (record: ExchangeRecord, sandbox: Sandbox) => void;
  /** Called with every exchange when it is over, and with its sandbox. */
  readonly onExchange: (record: ExchangeRecord, sandbox: Sandbox) => void;
  /** Called with every request that is refused because of the store. Absent if nobody wants to know. */
  readonly onRefused?: ((request: RefusedRequest) => void) | undefined;
  /** Called with responses that would have violated the contract, and with every other mistake of the emulator. */
  readonly onInternalError: (error: Error) => void;
}
