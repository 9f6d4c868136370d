/**
 * A pact of version 4 that was generated from a journal, as a response of the control plane.
 * Specification: https://github.com/pact-foundation/pact-specification
 */

import type { Schemas } from './documents.js';

/** The names in a pact. */
export interface PactParties {
  readonly consumer: string;
  /** Default: `identity`. */
  readonly provider?: string;
}

/** Query parameters or headers: each name with its values. */
export type TextLists = Readonly<Record<string, readonly string[]>>;

/**
 * The rules by part of the message: one for `path` and `status`, one for each name of `query` and `header`, one for
 * each JSON path of `body`.
 */
export interface MatchingRules {
  readonly path?: Rule;
  readonly status?: Rule;
  readonly query?: Rules;
  readonly header?: Rules;
  readonly body?: Rules;
}

export type Rules = Readonly<Record<string, Rule>>;

/** Matchers that a value must satisfy: all of them (`AND`) or one of them (`OR`). */
export interface Rule {
  readonly combine: 'AND' | 'OR';
  readonly matchers: readonly Matcher[];
}

/** For example `{ match: 'regex', regex: '^a' }`. Files may contain more members than those declared here. */
export interface Matcher {
  readonly match: string;
  /** For `regex`. */
  readonly regex?: string;
  /** For `type`: the minimum length of a list. */
  readonly min?: number;
  /** For `include`. */
  readonly value?: unknown;
  /** For `statusCode`: a class such as `clientError`, or a list of statuses. */
  readonly status?: unknown;
}

/** The JSON of a pact of version 4 that was generated from a journal. */
export interface PactDocument {
  readonly consumer: { readonly name: string };
  readonly provider: { readonly name: string };
  readonly interactions: readonly InteractionDocument[];
  readonly metadata: {
    readonly pactSpecification: { readonly version: '4.0' };
    /** Where the pact comes from, and which exchanges are not in it. */
    readonly 'id-emulator': Schemas['Pact']['metadata']['id-emulator'];
  };
}

export interface InteractionDocument {
  readonly type: 'Synchronous/HTTP';
  /** Identifies the interaction. The same interaction has the same key in the next version of the pact. */
  readonly key: string;
  readonly description: string;
  readonly pending: false;
  readonly providerStates?: readonly ProviderStateReference[];
  readonly request: RequestDocument;
  readonly response: ResponseDocument;
}

/** A provider state with its parameters. */
export interface ProviderStateReference {
  readonly name: string;
  readonly params?: Readonly<Record<string, string | readonly string[]>>;
}

export interface RequestDocument {
  readonly method: string;
  readonly path: string;
  readonly query?: TextLists;
  readonly headers?: TextLists;
  readonly body?: BodyDocument;
  readonly matchingRules?: MatchingRules;
  readonly generators?: { readonly path: ProviderStateGenerator };
}

export interface ResponseDocument {
  readonly status: number;
  readonly headers?: TextLists;
  readonly body?: BodyDocument;
  readonly matchingRules?: MatchingRules;
}

/** The example of a body: a JSON value, or text, or bytes in Base64. */
export interface BodyDocument {
  readonly content: unknown;
  readonly contentType: string;
  readonly encoded: false | 'base64';
}

/** Inserts a value that the provider state returns. */
export interface ProviderStateGenerator {
  readonly type: 'ProviderState';
  readonly expression: string;
  readonly dataType: 'STRING';
}
