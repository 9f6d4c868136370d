/** What the control plane works with. `compose.ts` creates it once. */

import type { Duplex } from 'node:stream';
import type { ValidateFunction } from 'ajv';
import type { Steps } from '../../common/steps.js';
import type { Contract } from '../../contract/contract.js';
import type { Contracts } from '../../contract/variants/contracts.js';
import type { Sandbox } from '../domain/sandbox/sandbox.js';
import type { SeenParty } from '../domain/world/shown-party.js';
import type { AccessTokens, Network } from '../domain/tokens/access-tokens.js';
import type { LinkTokens } from '../domain/tokens/link-tokens.js';
import type { ExchangeRecord } from '../journal/exchange-record.js';
import type { Exchange } from '../journal/exchange.js';
import type { Journals } from '../journal/journals.js';
import type { EmulatorOptions } from '../options.js';
import type { MountedRequest } from '../../common/platform/emulator-url.js';
import type { SandboxKeeper, SharedKeeper } from '../store/keeper.js';
import type { Metrics } from './metrics/metrics.js';
import type { PactDocument, PactParties } from './pact-document.js';
import type { SandboxFactory } from './sandboxes/sandbox-factory.js';
import type { SandboxRegister } from './sandboxes/sandbox-register.js';
import type { WorldRules } from './world/check-world.js';

/** Facts about the emulator that never change. */
export interface EmulatorFacts {
  readonly version: string;
  readonly network: Network;
  readonly seed: number;
  readonly population: number;
  /** Name of the default sandbox's fixture. */
  readonly fixture: string;
}

export interface ControlContext extends WorldRules {
  /** The service's contract, its revisions and variants. */
  readonly contracts: Contracts;
  /** The control plane's own contract, compiled at the first call. */
  readonly controlContract: () => Contract<string>;
  readonly facts: EmulatorFacts;
  readonly register: SandboxRegister;
  readonly factory: SandboxFactory;
  readonly journals: Journals;
  /** Absent if the sandboxes are kept in memory alone. */
  readonly keeper?: SandboxKeeper | undefined;
  /** The same, if other emulators share the store. */
  readonly shared?: SharedKeeper | undefined;
  /** Tells the journals from those of other emulators, and of earlier starts without a store. */
  readonly journalsId: string;
  /** Called with the ID of a sandbox before its exchanges are removed. */
  readonly beforeForgetting: (sandboxId: string) => void;
  readonly accessTokens: AccessTokens;
  readonly linkTokens: LinkTokens;
  readonly metrics: Metrics;
  /** The address by which the client of a request reached the emulator, without a trailing slash. */
  readonly addressOf: (req: MountedRequest) => string;
  /** The options that decide it. Bundles have them, so that a replay returns the same addresses. */
  readonly addressOptions: Pick<EmulatorOptions, 'publicUrl' | 'trustProxy'>;
  /** Names with dots by which the control plane may be reached without a token. */
  readonly allowedHosts: readonly string[];
  /** What the institution sees of a party, in the format of the service; undefined if there is no such party. */
  readonly seenParty: (sandbox: Sandbox, id: string) => SeenParty | undefined;
  /** Whether the page for people is served. */
  readonly inspector: boolean;
  /** Bearer token that requests must carry; undefined if none is required. */
  readonly controlToken: string | undefined;
  /** Whether the package contains a fixture of this name. */
  readonly isShipped: (fixture: string) => boolean;
  /** Whether the package contains a scenario of this name. */
  readonly isShippedScenario: (scenario: string) => boolean;
  /** The validator of `spec/state.schema.json`, compiled at the first call. */
  readonly stateValidator: () => ValidateFunction;
  /** Whether the emulator was told to end, and only finishes what it has begun. */
  readonly lifecycle: { isEnding: boolean };
  /** When the emulator was created: a reading of `performance.now()`. */
  readonly startedAt: number;
  /**
   * A connection to the service on which requests count as the emulator's own.
   * @param address what addresses in responses begin with
   * @param onRecorded called with each exchange before its response is written
   */
  readonly connectToItself: (address: string, onRecorded: (record: ExchangeRecord, sandbox: Sandbox) => void) => Duplex;
  /** Called with each error that is the control plane's own fault. */
  readonly onInternalError: (error: Error) => void;
}

/** What its endpoints and methods work with: the wing for pacts adds to it when it is loaded. */
export interface EndpointContext extends ControlContext {
  /** The pact of exchanges of a sandbox, in steps. @throws Problem 422 if a name is empty */
  readonly pact: (sandbox: Sandbox, exchanges: readonly Exchange[], parties: PactParties) => Steps<PactDocument>;
}
