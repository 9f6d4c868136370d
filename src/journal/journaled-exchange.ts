/** An exchange as the journal shows it: everything that was asked and answered, with secrets taken out. */

import type { AppliedScenario, ConnectionUse } from './exchange-record.js';

/** A header as it went over the wire; repeated ones stand in their order. */
export type HeaderField = readonly [name: string, value: string];

/** A body as it went over the wire. */
export type JournaledBody =
  | { readonly text: string }
  /** Where the bytes are not UTF-8. */
  | { readonly base64: string }
  /** Where it was too large to be kept, or hid a secret that could not be taken out. */
  | { readonly omitted: true; readonly bytes: number };

/** An access token, known by its ID alone. */
export interface TokenReference {
  /** The claim `jti`. */
  readonly id: string;
  /** By the sandbox's clock; ISO 8601. */
  readonly expiresAt: string;
}

export interface JournaledExchange {
  /** Counts from 1 in each sandbox; the answer carries it as `Emulator-Exchange`. */
  readonly id: number;
  /** When the request was dealt with, by the sandbox's clock; ISO 8601 in UTC. */
  readonly at: string;
  /** The same in real time, in milliseconds since the emulator started: consumers wait in real time, tests move the clock. */
  readonly received: number;
  /** Real milliseconds until the answer was written, faults that wait included; absent while it has not been. */
  readonly duration?: number;
  /** Absent where the emulator is mounted in somebody else's server. */
  readonly connection?: ConnectionUse;
  readonly method: string;
  /** Without the query. Seals of link tokens are taken out. */
  readonly path: string;
  /** Without the question mark; empty where there is none. */
  readonly query: string;
  /** The `operationId` of the contract; absent where the contract has none for the request. */
  readonly operation?: string;
  /** What was, or would have been, answered; see `ending`. */
  readonly status: number;
  /** The client ID with its suffix, if it has one; absent where the request names no client that is known. */
  readonly clientId?: string;
  /** The access token that the request bore, if it was issued here. */
  readonly accessToken?: TokenReference;
  /** The access token that the answer gave out. */
  readonly issuedToken?: TokenReference;
  readonly request: { readonly headers: readonly HeaderField[]; readonly body?: JournaledBody };
  readonly response: {
    readonly headers: readonly HeaderField[];
    readonly body?: JournaledBody;
    /** How a scenario ended the connection instead of sending the answer to its end. */
    readonly ending?: 'reset' | 'close' | 'cut' | 'broken-chunks' | 'never';
  };
  /** The variants of the contract in which it was answered, by point; absent where there are none. */
  readonly variants?: Readonly<Record<string, string>>;
  readonly scenarios: readonly AppliedScenario[];
  /** What the emulator has to say about the request. */
  readonly diagnostics: readonly string[];
}
