/** What the control plane works with; made once by the composition root. */

import type { Contract } from '../contract/contract.js';
import type { Contracts } from '../contract/variants/contracts.js';
import type { AccessTokens } from '../domain/tokens/access-tokens.js';
import type { LinkTokens } from '../domain/tokens/link-tokens.js';
import type { Journals } from '../journal/journal.js';
import type { Metrics } from './metrics.js';
import type { Catalogue } from '../scenarios/scenario.js';
import type { EmulatorFacts } from './health.js';
import type { SandboxFactory } from './sandbox-factory.js';
import type { SandboxRegister } from './sandbox-register.js';
import type { SchemaCheck } from './schema-check.js';

export interface ControlContext {
  /** The service's contract, and its variants. */
  readonly contracts: Contracts;
  /** The control plane's own, compiled when it is first asked for. */
  readonly controlContract: () => Contract<string>;
  readonly catalogue: Catalogue;
  readonly facts: EmulatorFacts;
  readonly register: SandboxRegister;
  readonly factory: SandboxFactory;
  readonly journals: Journals;
  readonly accessTokens: AccessTokens;
  readonly linkTokens: LinkTokens;
  readonly metrics: Metrics;
  /** What requests have to bear; undefined where anybody may ask. */
  readonly controlToken: string | undefined;
  /** Whether a fixture comes with the package. */
  readonly isShipped: (fixture: string) => boolean;
  /** Whether a scenario comes with the package. */
  readonly isShippedScenario: (scenario: string) => boolean;
  readonly checkState: SchemaCheck;
  /** When the emulator was made, a reading of `performance.now()`. */
  readonly startedAt: number;
  /** Told of what is the control plane's own fault. */
  readonly onInternalError: (error: Error) => void;
}
