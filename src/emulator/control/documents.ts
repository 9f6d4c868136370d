/** What the control plane takes and returns. `spec/control.yaml` describes it; the build makes the types from there. */

import type { components } from '../../contract/control-schemas.js';
import type { Violation } from '../../contract/violation.js';
import type { Exchange, Explanation } from '../journal/exchange.js';
import type { Strictness } from '../judge/judge.js';

/** The schemas of the document, by their names in it. */
export type Schemas = components['schemas'];
type Items<List> = List extends readonly (infer Item)[] ? Item : never;

/** Version, options and health of the emulator. */
export type Health = Schemas['Health'];

/** A reading of the clock. */
export type ShownClock = Schemas['Clock'];

/** An active scenario. Durations among its parameters are in milliseconds. */
export type ShownActivation = Schemas['Activation'];

/** An access token that a test created without the token endpoint. */
export type MintedToken = Schemas['MintedToken'];

/** A verification link that a test created without the service's endpoint. */
export type MintedLink = Schemas['MintedLink'];

/** One thing that will happen by the clock of a sandbox. */
export type Upcoming = Items<Schemas['UpcomingList']['upcoming']>;

/** How often each status of the contract and each scenario occurs in the exchanges of a journal. */
export type Coverage = Schemas['Coverage'];

/**
 * The guesses behind the exchanges of a sandbox. A point is one fact about the service, such as a status or a header.
 * If the specification does not state the fact, the emulator has inferred or chosen it. First come `chosen` points,
 * then `inferred` points, each kind in the order of use, the most used first.
 */
export type SandboxFidelity = Schemas['SandboxFidelity'];

/** An `inferred` or `chosen` point that exchanges rest on. */
export type ExchangeGuess = Items<SandboxFidelity['guesses']>;

type Reason = Exclude<Explanation, 'violations'>;

/** An exchange, and why it got its response. */
export interface ExplainedExchange extends Exchange, Required<Pick<Schemas['JournaledExchange'], Reason>> {
  /** What the contract does not allow in the request, whatever the response was. */
  readonly violations: readonly Violation[];
}

/** The addresses that a Pact verifier of another language needs. */
export type VerificationUrls = Schemas['PactVerification'];

/** What the emulator has seen of a verification of a pact. Only the verifier knows what the consumer expects. */
export type VerificationSummary = Omit<Schemas['PactVerificationReport'], keyof VerificationUrls>;

/** An interaction as the emulator has seen it. */
export type SeenInteraction = Items<VerificationSummary['interactions']>;

/** Options of the judge. */
export interface BehaviourOptions extends Strictness {
  /** Whether a sandbox without exchanges passes. Default: false. */
  readonly allowEmpty?: boolean;
}

/** The judge's verdicts on a consumer. */
export type Behaviour = Schemas['Behaviour'];

/** The verdicts on a recorded client, whatever the sandbox that shows it is called. */
export type RecordedBehaviour = Omit<Behaviour, 'sandbox'>;
