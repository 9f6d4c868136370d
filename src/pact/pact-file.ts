/** A consumer's pact, the same for every version of the Pact specification. */

/** A pact that has been read. */
export interface PactFile {
  /** Where it came from: a path as it was given, or a URL. */
  readonly source: string;
  readonly consumer: string;
  readonly provider: string;
  /** Of the Pact specification: `2.0.0`, `3.0.0`, `4.0`. */
  readonly specification: string;
  /** Those over HTTP, in their order. */
  readonly interactions: readonly PactInteraction[];
  /** The descriptions of message interactions, which an HTTP service cannot answer. */
  readonly messages: readonly string[];
  /** As it was read. */
  readonly json: Readonly<Record<string, unknown>>;
  /** Where it came from a broker. */
  readonly broker?: BrokeredPact;
}

/** What a broker says of a pact. */
export interface BrokeredPact {
  /** Whether it may fail without failing the verification, because its consumer waits for the provider. */
  readonly pending: boolean;
  /** Why it is to be verified, as the broker says it. */
  readonly notices: readonly string[];
  /** Where the result is told. */
  readonly resultsUrl?: string;
}

/** One request and the answer that the consumer expects. */
export interface PactInteraction {
  /** Place in the file's `interactions`, from 0. */
  readonly index: number;
  readonly description: string;
  /** What has to be so beforehand, in their order. */
  readonly states: readonly GivenState[];
  /** Pact V4: may fail without failing the verification. */
  readonly pending: boolean;
  readonly request: PactRequest;
  readonly response: PactResponse;
}

/** A provider state that an interaction asks for. */
export interface GivenState {
  readonly name: string;
  readonly params: Readonly<Record<string, unknown>>;
}

export interface PactRequest {
  /** In capitals. */
  readonly method: string;
  readonly path: string;
  readonly query: Readonly<Record<string, readonly string[]>>;
  /** By lower-case name. */
  readonly headers: Readonly<Record<string, readonly string[]>>;
  readonly body: PactBody | undefined;
}

export interface PactResponse {
  readonly status: number;
  /** By lower-case name. */
  readonly headers: Readonly<Record<string, readonly string[]>>;
  readonly body: PactBody | undefined;
}

/** The example of a body. */
export interface PactBody {
  /** As the interaction says it; absent where it does not. */
  readonly contentType?: string;
  /** A JSON value, or text where it is not JSON. */
  readonly content: unknown;
}
