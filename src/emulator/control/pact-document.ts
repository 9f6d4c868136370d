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

/** The JSON of the pact. */
export type PactDocument = Schemas['Pact'];

export type InteractionDocument = Schemas['PactInteraction'];
export type RequestDocument = Schemas['PactRequest'];
export type ResponseDocument = Schemas['PactResponse'];

/** A provider state with its parameters. */
export type ProviderStateReference = Schemas['PactState'];

/** The example of a body: a JSON value, or text, or bytes in Base64. */
export type BodyDocument = Schemas['PactBody'];

/** Query parameters or headers: each name with its values. */
export type TextLists = Schemas['PactTexts'];

/** The rules by part of the message. */
export type MatchingRules = Schemas['PactMatchingRules'];
export type Rules = Schemas['PactRules'];
export type Rule = Schemas['PactRule'];

/** For example `{ match: 'regex', regex: '^a' }`. Pact files may contain more members than those declared. */
export type Matcher = Schemas['PactMatcher'];
