/** The options of a run. */

import type { CheckInputs } from './checks/inputs.js';

/** Waits for a number of milliseconds. Throws the signal's reason if the signal ends the wait. */
export type Wait = (milliseconds: number, signal?: AbortSignal) => Promise<void>;

/** The addresses and credentials of the service, data for the checks, and the limits of the run. */
export interface ConformanceOptions extends CheckInputs {
  /** `{base_url}` of the specification, with or without `/api/v1`. */
  readonly baseUrl: string;
  /** The token endpoint. */
  readonly tokenUrl: string;
  readonly clientId: string;
  /** Sent only to the token endpoint; never in a report. */
  readonly clientSecret: string;
  /** The revision of the contract to validate against. Default: `specification`. */
  readonly revision?: string;
  /** Whether the suite may create links and data requests. Default: false; it sends only GET and token requests. */
  readonly write?: boolean;
  /** Requests a second. Default: 2; no limit if the service is on this machine. */
  readonly rate?: number;
  /** The largest number of requests, repeated ones included. Default: 500. */
  readonly maxRequests?: number;
  /** The longest wait after one 429, in seconds. Default: 60. */
  readonly maxWait?: number;
  /** Ends the run early; the report then contains the results so far. */
  readonly signal?: AbortSignal;
  /** Runs only groups and checks whose ID is one of these, or starts with one and a dot. Default: all. */
  readonly only?: readonly string[];
  /** Called after the requests of each check, with the number of finished checks and of all checks. */
  readonly onCheck?: (check: { readonly id: string; readonly group: string }, done: number, all: number) => void;
  /** How to wait. Default: in real time. */
  readonly wait?: Wait;
}
