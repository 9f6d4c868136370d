/** What the control plane works with. `compose.ts` creates this context once for each emulator. */

import type { Duplex } from 'node:stream';
import type { Steps } from '../../common/steps.js';
import type { Contract } from '../../contract/contract.js';
import type { Sandbox } from '../domain/sandbox/sandbox.js';
import type { EmulatorParts } from '../emulator-parts.js';
import type { StandingRules } from '../domain/world/standing-rules.js';
import type { SeenParty } from '../domain/world/seen-party.js';
import type { ExchangeRecord } from '../journal/exchange-record.js';
import type { Exchange } from '../journal/exchange.js';
import type { Health } from './documents.js';
import type { RedactorOf } from './methods/journal/sandbox-redactors.js';
import type { PactDocument, PactParties } from './pact-document.js';
import type { SandboxFactory } from './sandboxes/sandbox-factory.js';
import type { SandboxRegister } from './sandboxes/sandbox-register.js';
import type { WorldRules } from './fixtures/check-world.js';

/** What every part of the control plane works with. The control plane is the emulator's own API under `/_emulator`. */
export interface ControlContext extends EmulatorParts, WorldRules {
  /** The control plane's own contract, compiled at the first call. */
  readonly controlContract: () => Contract<string>;
  /** Facts that stay as they were at the start. `seed`, `population` and `fixture` describe the default sandbox. */
  readonly facts: Pick<Health, 'version' | 'network' | 'seed' | 'population' | 'fixture'>;
  readonly register: SandboxRegister;
  readonly factory: SandboxFactory;
  /** Called with the ID of a sandbox before its exchanges are removed. */
  readonly beforeRemovingExchanges: (sandboxId: string) => void;
  /** The option `publicUrl`. It decides what `addressOf` returns, and bundles contain it. */
  readonly publicUrl?: string;
  /** Names with dots by which the control plane may be reached without a token. */
  readonly allowedHosts: readonly string[];
  /** What the institution sees of a party, in the format of the service; undefined if there is no such party. */
  readonly seenParty: (sandbox: Sandbox, id: string) => SeenParty | undefined;
  /** The rules by which the service selects data, in the variants of the sandbox. */
  readonly rulesOf: (sandbox: Sandbox) => StandingRules;
  /** Bearer token that requests must carry; undefined if none is required. */
  readonly controlToken: string | undefined;
  /** Removes the secrets of a sandbox from what is shown of it. */
  readonly redactorOf: RedactorOf;
  /** Whether the package contains a scenario of this name. */
  readonly isShippedScenario: (scenario: string) => boolean;
  /** When the emulator was created: a reading of `performance.now()`. */
  readonly startedAt: number;
  /**
   * A connection to the service on which requests count as the emulator's own.
   * @param address what addresses in responses begin with
   * @param onRecorded called with each exchange before its response is written
   */
  readonly connectToItself: (address: string, onRecorded: (record: ExchangeRecord, sandbox: Sandbox) => void) => Duplex;
}

/** The context of endpoints and methods. The code for pacts, which lies outside of the emulator, adds `pact`. */
export interface EndpointContext extends ControlContext {
  /** The pact of exchanges of a sandbox, in steps. @throws Problem 422 if a name is empty */
  readonly pact: (sandbox: Sandbox, exchanges: readonly Exchange[], parties: PactParties) => Steps<PactDocument>;
}
