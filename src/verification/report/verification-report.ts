/** What a verification has found: the same object behind the text, the JSON, the JUnit and the HTML report. */

import type { SourceProblem } from '../../pact/reading/load-pacts.js';
import type { VariantChoices } from '../../contract/variants/variant-point.js';
import type { ContractCoverage } from '../coverage/contract-coverage.js';

/** `failed` where any pact could not be read, or any interaction that is not pending failed. */
export type Verdict = 'passed' | 'failed';

export interface VerificationReport {
  readonly verdict: Verdict;
  /** What it proves, in one sentence. */
  readonly proves: string;
  /** What it does not prove, in one sentence. */
  readonly doesNotProve: string;
  /** What it was verified with: the versions of this package and of the contract, the revision, and where the contract was taken to say otherwise. */
  readonly emulator: {
    readonly version: string;
    readonly contract: string;
    readonly revision: string;
    readonly variants: VariantChoices;
  };
  readonly pacts: readonly PactReport[];
  /** What could not be verified at all: files that are not pacts, a broker that does not answer. */
  readonly problems: readonly SourceProblem[];
  /** What was left out, and why: other providers, messages. */
  readonly notices: readonly string[];
  readonly counts: { readonly passed: number; readonly failed: number; readonly pending: number };
  readonly guesses: readonly GuessReport[];
  readonly coverage: ContractCoverage;
}

export interface PactReport {
  readonly source: string;
  readonly consumer: string;
  readonly provider: string;
  readonly specification: string;
  readonly interactions: readonly InteractionReport[];
}

export interface InteractionReport {
  /** JSON pointer in the file: `/interactions/3`. */
  readonly pointer: string;
  readonly description: string;
  /** Sentences of the states. */
  readonly states: readonly string[];
  /** `pending` is a failure that does not count (Pact V4 `pending`, or pending at the broker). */
  readonly outcome: 'passed' | 'failed' | 'pending';
  readonly request: { readonly method: string; readonly path: string };
  readonly expectedStatus: number;
  /** The contract's operation; absent where it has none for the request. */
  readonly operation?: string;
  /** What the emulator answered; absent where nothing was sent. */
  readonly answer?: { readonly status: number; readonly body: string; readonly diagnostics: readonly string[] };
  readonly failures: readonly InteractionFailure[];
  /** What is doubtful but fails nothing: a parameter that the service passes over, an example that it never sends. */
  readonly warnings: readonly Difference[];
  /** What would make it pass, best first. */
  readonly remedies: readonly string[];
  /** The `inferred` and `chosen` points that the answer rests on: their IDs. */
  readonly restsOn: readonly string[];
  /** Changes that were made on the way: a token supplied, a path completed. */
  readonly adaptations: readonly string[];
}

/** Where two of pact, emulator and contract do not go together. */
export interface Difference {
  readonly message: string;
  /** In the interaction's request or answer: `response body at /data/0/id`. */
  readonly where?: string;
  readonly expected?: string;
  readonly actual?: string;
}

export interface InteractionFailure extends Difference {
  readonly kind:
    /** A provider state is unknown, or could not be brought about. */
    | 'state'
    /** The answer was not as expected. */
    | 'answer'
    /** The contract says that the service could never take or send this. */
    | 'contract'
    /** The verifier could not do its work. */
    | 'verifier';
}

/** A point that nobody outside the service knows, and who rests on it. */
export interface GuessReport {
  readonly id: string;
  readonly basis: 'inferred' | 'chosen';
  readonly subject: string;
  readonly note?: string;
  /** How many interactions. */
  readonly interactions: number;
}
