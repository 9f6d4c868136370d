/** The report of a verification by a verifier of another language, as a response of the control plane. */

/** An interaction as the emulator has seen it. What the consumer expects, only the verifier knows. */
export interface SeenInteraction {
  /** The texts of its provider states. */
  readonly states: readonly string[];
  /** Absent if no request was sent, because a state could not be set up. */
  readonly request?: { readonly method: string; readonly path: string };
  /** ID of the contract's operation; absent if the contract has none for the request. */
  readonly operation?: string;
  /** Status of the response. */
  readonly status?: number;
  /** What the service would refuse in the request; empty if it is valid, absent if none was sent. */
  readonly requestViolations?: readonly string[];
  /** What in the response is not on contract; empty if all is, absent if the contract has no operation for the request. */
  readonly responseViolations?: readonly string[];
  /** Changes to the request: a token was replaced, a path completed. */
  readonly adaptations: readonly string[];
  readonly diagnostics: readonly string[];
  /** IDs of the guesses that the response rests on. */
  readonly restsOn: readonly string[];
  /** Why a provider state could not be set up. */
  readonly failure?: string;
}

export interface VerificationSummary {
  /** `failed` if a provider state could not be set up, `empty` if no request has arrived. */
  readonly verdict: 'set up' | 'failed' | 'empty';
  readonly interactions: readonly SeenInteraction[];
  /** What the verification says, and what it does not: a few lines. */
  readonly text: string;
}
