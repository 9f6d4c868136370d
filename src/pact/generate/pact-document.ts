/** A pact in the form of the Pact specification, version 4 (https://github.com/pact-foundation/pact-specification/tree/version-4). */

/** A pact between a consumer and a provider. */
export interface PactDocument {
  readonly consumer: { readonly name: string };
  readonly provider: { readonly name: string };
  readonly interactions: readonly Interaction[];
  readonly metadata: {
    readonly pactSpecification: { readonly version: '4.0' };
    readonly 'id-emulator': PactOrigin;
  };
}

/** Where a pact comes from. */
export interface PactOrigin {
  /** Of the emulator. */
  readonly version: string;
  /** Of the service's contract, whose schemas the matchers come from. */
  readonly contract: { readonly version: string; readonly sha256: string };
  /** Exchanges that are not in the pact. */
  readonly leftOut: readonly LeftOut[];
}

/** Exchanges that are alike, and why they are not in the pact. */
export interface LeftOut {
  /** Method, path and query, and the status: `GET /api/v1/institutions/me/users 200`. */
  readonly request: string;
  /** Their numbers in the journal. */
  readonly exchanges: readonly number[];
  /** A sentence. */
  readonly reason: string;
}

export interface Interaction {
  readonly type: 'Synchronous/HTTP';
  /** Tells it from the others, and stays from one edition to the next. */
  readonly key: string;
  readonly description: string;
  readonly pending: false;
  readonly providerStates?: readonly ProviderStateReference[];
  readonly request: PactRequest;
  readonly response: PactResponse;
}

/** What has to be so beforehand. */
export interface ProviderStateReference {
  readonly name: string;
  readonly params?: Readonly<Record<string, string | readonly string[]>>;
}

export interface PactRequest {
  readonly method: string;
  readonly path: string;
  readonly query?: Readonly<Record<string, readonly string[]>>;
  readonly headers?: Headers;
  readonly body?: Body;
  readonly matchingRules?: MatchingRules;
  readonly generators?: { readonly path: ProviderStateGenerator };
}

export interface PactResponse {
  readonly status: number;
  readonly headers?: Headers;
  readonly body?: Body;
  readonly matchingRules?: MatchingRules;
}

export type Headers = Readonly<Record<string, readonly string[]>>;

/** The example of a body: a JSON value, or text, or bytes in base64. */
export interface Body {
  readonly content: unknown;
  readonly contentType: string;
  readonly encoded: false | 'base64';
}

/** By part of the message; `path` has one rule, the others have one for each name, `body` one for each JSON path. */
export interface MatchingRules {
  readonly path?: Rule;
  readonly query?: Rules;
  readonly header?: Rules;
  readonly body?: Rules;
}

export type Rules = Readonly<Record<string, Rule>>;

export interface Rule {
  readonly combine: 'AND' | 'OR';
  readonly matchers: readonly Matcher[];
}

export type Matcher =
  | { readonly match: 'type'; readonly min?: number }
  | { readonly match: 'regex'; readonly regex: string }
  | { readonly match: 'equality' | 'integer' | 'number' | 'boolean' | 'null' };

/** Takes a value that the provider state gives out. */
export interface ProviderStateGenerator {
  readonly type: 'ProviderState';
  readonly expression: string;
  readonly dataType: 'STRING';
}

/** The rule of a single matcher. */
export function rule(matcher: Matcher): Rule {
  return { combine: 'AND', matchers: [matcher] };
}
