/**
 * The parts that both planes use: the data plane, which emulates the service, and the control plane, which is the API
 * of the emulator itself. `compose.ts` creates these parts once for each emulator.
 */

import type { MountedRequest } from '../common/platform/emulator-url.js';
import type { Contracts } from '../contract/variants/contracts.js';
import type { AccessTokens } from './domain/tokens/access-tokens.js';
import type { LinkTokens } from './domain/tokens/link-tokens.js';
import type { RefusedConnections } from './refused-connections.js';
import type { Holds } from './holds/holds.js';
import type { Journals } from './journal/journals.js';
import type { Catalogue } from './scenarios/scenario.js';
import type { SandboxKeeper, SharedKeeper } from './store/keeper.js';

export interface EmulatorParts {
  /** The service's contract, its revisions and variants. */
  readonly contracts: Contracts;
  readonly catalogue: Catalogue;
  readonly journals: Journals;
  readonly holds: Holds;
  /** Keeps the sandboxes in a store. Absent if they are in memory alone. */
  readonly keeper?: SandboxKeeper | undefined;
  /** The keeper, if other emulators share the store. */
  readonly shared?: SharedKeeper | undefined;
  readonly accessTokens: AccessTokens;
  readonly linkTokens: LinkTokens;
  /** The address by which the client of a request reached the emulator, without a trailing slash. */
  readonly addressOf: (req: MountedRequest) => string;
  readonly refusedConnections: RefusedConnections;
  /** Called with each error that is the emulator's own fault, such as a response that would violate the contract. */
  readonly onInternalError: (error: Error) => void;
}
