/** A run: one interaction of a pact, sent once to the emulator in a sandbox of its own. */

import type { VariantChoices } from '../../contract/variants/variant-point.js';
import type { GivenState, PactFile, PactInteraction } from '../../pact/pact-file.js';
import type { InteractionFailure } from '../report/verification-report.js';
import type { ObservedResponse } from './observed-response.js';

/** What to run. The plan of a verification is a list of these. */
export interface Run {
  /** Unique in a verification; printable ASCII, because it is sent in a header. */
  readonly id: string;
  readonly pact: PactFile;
  readonly interaction: PactInteraction;
  /** The provider states to set up: those of the interaction, or others that are tried as a remedy. */
  readonly states: readonly GivenState[];
  /** Variants of the contract that the sandbox uses. Default: those of the whole verification. */
  readonly variants?: VariantChoices;
  /** Whether to add an access token if the request has none. Default: false. */
  readonly addToken?: boolean;
}

/** One run for each interaction, with the interaction's own states. @param place of the pact among the others */
export function runsOf(pact: PactFile, place: number): Run[] {
  return pact.interactions.map((interaction) => ({
    id: `${place + 1}-${interaction.index}`,
    pact,
    interaction,
    states: interaction.states,
  }));
}

/** What happened in a run. */
export interface RunResult {
  /** Empty if the run passed. */
  readonly failures: readonly InteractionFailure[];
  /** Undefined if no request reached the emulator. */
  readonly response?: ObservedResponse;
  /** The response to the same request without the failure that the consumer expects; undefined if it was not sent again. */
  readonly again?: ObservedResponse;
  /** Changes to the request on its way to the emulator, each a sentence. */
  readonly adaptations: readonly string[];
  /** Names of the provider states that were set up, as in the registry. */
  readonly states: readonly string[];
  /** Names of the scenarios that these states activated. */
  readonly scenarios: readonly string[];
}

/** A run and what happened in it. */
export interface CompletedRun {
  readonly run: Run;
  readonly result: RunResult;
}
