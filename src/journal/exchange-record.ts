/** An exchange as the journal keeps it. */

/** A scenario that was applied, and why. */
export interface AppliedScenario {
  readonly scenario: string;
  /** Which of the ways of selecting chose it. */
  readonly selector: string;
  /** Every parameter with its value, defaults included; durations are milliseconds. */
  readonly parameters: Readonly<Record<string, string | number | boolean | readonly (string | number)[]>>;
  /** Which call of its activation it was, from 1. */
  readonly call: number;
  /** The kind of fault it decided. */
  readonly fault: string;
}

/** The connection that a request came over. */
export interface ConnectionUse {
  /** Counts from 1 in each emulator. */
  readonly id: number;
  /** When it was opened, in milliseconds of real time since the emulator started. */
  readonly opened: number;
  /** The how-manieth request it was on it, from 1. */
  readonly request: number;
}

/** A body as it went over the wire; a number of bytes where it is not kept. */
export type KeptBody = string | Uint8Array | number;

/** One exchange as it was, secrets included: it is shown by `showExchange` alone, which takes them out. */
export interface ExchangeRecord {
  /** Counts from 1 in each sandbox; the answer carries it as `Emulator-Exchange`. */
  readonly id: number;
  /** Milliseconds since 1970, by the sandbox's clock. */
  readonly at: number;
  /** Milliseconds of real time since the emulator started. */
  readonly received: number;
  /** Real milliseconds until the answer was written; undefined until then. */
  duration: number | undefined;
  /** Undefined where it is not known. */
  readonly connection: ConnectionUse | undefined;
  readonly method: string;
  readonly url: string;
  /** Undefined where the contract has none for the request. */
  readonly operation: string | undefined;
  readonly status: number;
  /** Empty where the request names no client that is known. */
  readonly clientId: string;
  /** Whether the access token in it was issued here, good or not. */
  readonly tokenIsOurs: boolean;
  /** Whether the link token in its path was issued here, good or not. */
  readonly linkIsOurs: boolean;
  /** Names and values by turns, as they came. */
  readonly requestHeaders: readonly string[];
  requestBody: KeptBody | undefined;
  readonly responseHeaders: Readonly<Record<string, string | number>>;
  responseBody: KeptBody | undefined;
  /** How a scenario ended the connection. */
  readonly ending: 'reset' | 'close' | 'cut' | 'broken-chunks' | 'never' | undefined;
  /** Where the answer departs from the contract on purpose, by point of it. */
  readonly variants: Readonly<Record<string, string>>;
  readonly scenarios: readonly AppliedScenario[];
  /** What the emulator has to say about the request. */
  readonly diagnostics: readonly string[];
}
