/**
 * A pact that was read. Whatever version of the Pact specification the file has (1 to 4), the terms are those of
 * version 4. The JSON of pacts, with its matching rules, is in `pact-json.ts`.
 */

import type { MatchingRules, TextLists } from '../emulator/control/pact-document.js';
import type { PactJson } from './pact-json.js';

/** A pact that was read. */
export interface PactFile {
  /** The path, as it was given, or the URL. */
  readonly source: string;
  readonly consumer: string;
  readonly provider: string;
  /** Version of the Pact specification: `2.0.0`, `3.0.0`, `4.0`. */
  readonly specification: string;
  /** The interactions over HTTP, in the order of the file. */
  readonly interactions: readonly PactInteraction[];
  /** Descriptions of the message interactions. An HTTP service cannot verify them. */
  readonly messages: readonly string[];
  /** The JSON of the file, unchanged. */
  readonly json: PactJson;
  /** The text of the JSON. Only the text shows whether a number was written as `2.0` or `2`. */
  readonly text: string;
  /** The broker's report on the pact; absent if the pact does not come from a broker. */
  readonly broker?: BrokeredPact;
}

/** A broker's report on a pact. */
export interface BrokeredPact {
  /** A pending pact may fail without failing the verification. */
  readonly pending: boolean;
  /** Sentences about why the broker selected the pact. */
  readonly notices: readonly string[];
  /** The URL at which verification results are published. */
  readonly resultsUrl?: string;
}

/** One request and the response that the consumer expects. */
export interface PactInteraction {
  /** Position in the file's `interactions`, from 0. */
  readonly index: number;
  readonly description: string;
  /** Provider states, in the order in which they are set up. */
  readonly states: readonly GivenState[];
  /** Version 4: a pending interaction may fail without failing the verification. */
  readonly pending: boolean;
  /**
   * Version 3: the expressions of the values that the interaction takes from its provider states, as in
   * `/check/${token}`.
   */
  readonly stateExpressions: readonly string[];
  /** Those of the path, query and headers of the request, where every value is a text. */
  readonly textExpressions: readonly string[];
  /** Version 4: names of the plugins that the interaction uses. */
  readonly plugins: readonly string[];
  /** Names of members that mean nothing in any version of the Pact specification. */
  readonly unknownMembers: readonly string[];
  readonly request: PactRequest;
  readonly response: PactResponse;
}

/** A provider state that an interaction requires. */
export interface GivenState {
  readonly name: string;
  readonly params: Readonly<Record<string, unknown>>;
}

/** What requests and responses have in common. */
export interface PactMessage {
  /** Headers by name in lower case. */
  readonly headers: TextLists;
  /** The body; undefined if the interaction has none. */
  readonly body: PactBody | undefined;
  /**
   * The matching rules, with names of headers in lower case. Absent if the interaction has none: then the example must
   * be met exactly.
   */
  readonly matchingRules?: ReadRules;
  /** Names of members that mean nothing in any version of the Pact specification. Default: none. */
  readonly unknownMembers?: readonly string[];
}

/** A request that was read. */
export interface PactRequest extends PactMessage {
  /** The method in upper case. */
  readonly method: string;
  readonly path: string;
  readonly query: TextLists;
}

/** A response that was read. */
export interface PactResponse extends PactMessage {
  readonly status: number;
}

/** Matching rules that were read. */
export interface ReadRules extends MatchingRules {
  /** Version 2: paths of rules that name no part of a message, so that these rules apply to nothing. Default: none. */
  readonly withoutPart?: readonly string[];
}

/** The example of a body that was read. */
export interface PactBody {
  /** A JSON value, or text if the body is not JSON. */
  readonly content: unknown;
}
