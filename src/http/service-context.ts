/** What the data plane needs to work; made once by the composition root. */

import type { Contract } from '../contract/contract.js';
import type { AccessTokens } from '../domain/access-tokens.js';
import type { LinkTokens } from '../domain/link-tokens.js';
import type { Sandboxes } from '../domain/sandboxes.js';
import type { Journals } from '../journal/journals.js';
import type { Catalogue } from '../scenario/scenario.js';
import type { ActiveScenarios } from './active-scenarios.js';

export interface ServiceContext {
  readonly contract: Contract;
  readonly catalogue: Catalogue;
  readonly scenarios: ActiveScenarios;
  readonly sandboxes: Sandboxes;
  readonly accessTokens: AccessTokens;
  readonly linkTokens: LinkTokens;
  readonly journals: Journals;
  /** Refuses what the contract does not know instead of passing over it. */
  readonly strict: boolean;
  /** Told of answers that would have broken the contract, and of whatever else is the emulator's own fault. */
  readonly onInternalError: (error: Error) => void;
}
