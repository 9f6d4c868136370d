/** One interaction, sent to the emulator in a sandbox of its own and judged by the Pact verifier. */

import type { VariantChoices } from '../../contract/variants/variant-point.js';
import type { GivenState, PactFile, PactInteraction } from '../../pact/pact-file.js';
import type { InteractionFailure } from '../report/verification-report.js';

export interface Trial {
  /** Unique in a verification; printable ASCII. */
  readonly id: string;
  readonly pact: PactFile;
  readonly interaction: PactInteraction;
  /** Those of the interaction, or others that are tried in their place. */
  readonly states: readonly GivenState[];
  /** Where the service is taken to do otherwise. Default: as in the whole verification. */
  readonly variants?: VariantChoices;
  /** Whether an access token is sent where the pact has none. Default: false. */
  readonly addToken?: boolean;
}

export interface TrialResult {
  /** None where it passed. */
  readonly failures: readonly InteractionFailure[];
  /** What the emulator answered; absent where nothing was sent. */
  readonly answer?: SeenAnswer;
  /** What was changed on the way to the emulator. */
  readonly adaptations: readonly string[];
  /** Names of the provider states in the registry that were brought about. */
  readonly states: readonly string[];
  /** The scenarios that they have switched on. */
  readonly scenarios: readonly string[];
}

/** An answer as the emulator gave it. */
export interface SeenAnswer {
  readonly status: number;
  /** By lower-case name. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  /** What the emulator had to say of the request. */
  readonly diagnostics: readonly string[];
}
