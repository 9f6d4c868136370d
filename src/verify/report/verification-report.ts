/** The report of a verification. The text, JSON and JUnit reports show this object. */

import type { FidelityPoint } from '../../contract/fidelity/point.js';
import type { VariantChoices } from '../../contract/variants/variant-point.js';
import type { PactFile } from '../../pact/pact-file.js';
import type { SourceProblem } from '../../pact/reading/load-pacts.js';
import type { ContractCoverage } from '../coverage/contract-coverage.js';

/**
 * - `failed`: an interaction failed that is not pending, or a source has nothing to verify
 * - `incomplete`: the verification has not failed, but a source could not be read; or interactions were not run,
 *   because the Pact verifier broke or the emulator ended; or results could not be published
 */
export type VerificationVerdict = 'passed' | 'failed' | 'incomplete';

export interface VerificationReport {
  readonly verdict: VerificationVerdict;
  /** A sentence about what the verification proves. */
  readonly proves: string;
  /** Sentences about what the verification does not prove. */
  readonly doesNotProve: string;
  /** Versions of this package and of the contract, the revision, and the variants of the contract. */
  readonly emulator: {
    readonly version: string;
    readonly contract: string;
    readonly revision: string;
    readonly variants: VariantChoices;
  };
  readonly pacts: readonly PactReport[];
  /** Sources that could not be used: files that are no pacts, a broker that does not respond. */
  readonly problems: readonly SourceProblem[];
  /** Notices of what was skipped, and why; and of what was published. */
  readonly notices: readonly string[];
  /** Numbers of interactions. */
  readonly counts: InteractionCounts;
  /** The reason why interactions were not run, or why results were not published; absent if all were. */
  readonly incomplete?: string;
  /** The guesses on which responses are based. */
  readonly guesses: readonly GuessReport[];
  readonly coverage: ContractCoverage;
}

/** Numbers of interactions by outcome. */
export interface InteractionCounts {
  readonly passed: number;
  readonly failed: number;
  readonly pending: number;
  /** Number of interactions that were not run; absent if there are none. */
  readonly notRun?: number;
}

export interface PactReport extends Pick<PactFile, 'source' | 'consumer' | 'provider' | 'specification'> {
  readonly interactions: readonly InteractionReport[];
}

export interface InteractionReport {
  /** JSON pointer in the pact file: `/interactions/3`. */
  readonly pointer: string;
  readonly description: string;
  /** The provider states as text, with their parameters. */
  readonly states: readonly string[];
  /**
   * - `pending`: the interaction failed, but does not fail the verification (Pact V4 `pending`, or pending at the
   *   broker)
   * - `not run`: the Pact verifier broke, or the emulator ended, before there was a verdict on the interaction
   */
  readonly outcome: 'passed' | 'failed' | 'pending' | 'not run';
  /** The path includes the query. */
  readonly request: { readonly method: string; readonly path: string };
  readonly expectedStatus: number;
  /** ID of the contract's operation; undefined if the contract has none for the request. */
  readonly operation?: string;
  /** The emulator's response; undefined if no request was sent, or the connection ended first. */
  readonly answer?: { readonly status: number; readonly body: string; readonly diagnostics: readonly string[] };
  readonly failures: readonly InteractionFailure[];
  /** Doubts that fail nothing: a parameter that the service ignores, an example that it never sends. */
  readonly warnings: readonly Mismatch[];
  /** Changes that make the interaction pass, best first. Each was tried. */
  readonly remedies: readonly string[];
  /** Where the inspector of the running emulator shows the failure. Absent for an emulator of the verification. */
  readonly inspector?: string;
  /** IDs of the guesses (`inferred` and `chosen` points) on which the response is based. */
  readonly restsOn: readonly string[];
  /** How long it took to set up the provider states and to respond, in seconds. 0 if it was not run. */
  readonly seconds: number;
  /** Changes to the request before it was sent: a token was added, a path completed. */
  readonly adaptations: readonly string[];
}

/** A difference between the pact and the emulator, or between the pact and the contract. */
export interface Mismatch {
  /** The kind of a finding of the comparison, for programs: `request.query.invalid`. `docs/contracts.md` lists them. */
  readonly code?: string;
  readonly message: string;
  /** The part of the request or response: `response body at /data/0/id`. */
  readonly where?: string;
  readonly expected?: string;
  readonly actual?: string;
}

export interface InteractionFailure extends Mismatch {
  /**
   * - `state`: a provider state is unknown or could not be set up
   * - `answer`: the emulator's response is not the expected one
   * - `contract`: according to the contract, the service never accepts this request or never sends this response
   * - `strict`: a warning, in a strict verification
   * - `verifier`: the Pact verifier could not verify the interaction
   * - `internal`: id-emulator itself failed at the interaction, because of a bug
   */
  readonly kind: 'state' | 'answer' | 'contract' | 'strict' | 'verifier' | 'internal';
}

/** A guess on which responses are based: a point where the specification is silent. */
export interface GuessReport extends Pick<FidelityPoint, 'id' | 'basis' | 'subject' | 'note'> {
  /** Number of interactions whose response is based on the guess. */
  readonly interactions: number;
}
