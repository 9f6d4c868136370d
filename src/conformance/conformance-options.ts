/** What the suite is told about the service, and how far it may go. */

import type { Wait } from './pace.js';
import type { CheckResult } from './report/conformance-report.js';

export interface ConformanceOptions {
  /** `{base_url}` of the specification, with or without `/api/v1`. */
  readonly baseUrl: string;
  /** The token endpoint. */
  readonly tokenUrl: string;
  readonly clientId: string;
  /** Sent to the token endpoint alone; never in a report. */
  readonly clientSecret: string;
  /** Which revision of the service's contract the server is held against: the specification's, or a later one. Default: `specification`. */
  readonly revision?: string;
  /** Whether links and data requests may be made. Default: false, then nothing is sent but GET and token requests. */
  readonly write?: boolean;
  /** A party that has disclosed credentials. With `write` it is asked for credentials. Default: the first in the lists; asked is nobody then. */
  readonly partyId?: string;
  /** A credential that is disclosed to the institution. Default: the first in the list. */
  readonly contractId?: string;
  /** The e-mail address of a party that has disclosed credentials. Default: one that the lists show. */
  readonly email?: string;
  /** The alias, alone or with `.5n.xyz` behind it, of a party that has disclosed credentials. Default: none, then look-ups by alias are hardly tried. */
  readonly alias?: string;
  /** An access token that has expired. Default: none, then nothing is said about those. */
  readonly expiredToken?: string;
  /** The token of a verification link that has expired. Default: none, then nothing is said about those. */
  readonly expiredLink?: string;
  /** Requests a second. Default: 2, and no bound where the service is on this machine. */
  readonly rate?: number;
  /** How many requests are sent at most, repeated ones included. Default: 500. */
  readonly maxRequests?: number;
  /** How long to wait at most because of one 429, in seconds. Default: 60. */
  readonly maxWait?: number;
  /** The largest answer that is read, in bytes. Default: 10,000,000. */
  readonly maxAnswer?: number;
  /** Ends the run; the report tells what is known. */
  readonly signal?: AbortSignal;
  /** Only groups and checks whose ID is one of these, or begins with one and a dot. Default: all. */
  readonly only?: readonly string[];
  /** Told of each check when it is done, and how many there are. */
  readonly onResult?: (result: CheckResult, done: number, all: number) => void;
  /** How to wait. Default: in real time. */
  readonly wait?: Wait;
}

/** Whether the address is on this machine. */
export function isLoopback({ hostname }: URL): boolean {
  return /^(?:127\.[\d.]+|\[::1\]|localhost)$/.test(hostname);
}

/** `{base_url}` without what every operation's path begins with. */
export function serviceAddress(baseUrl: string, prefix: string): URL {
  const url = new URL(baseUrl);
  url.pathname = url.pathname.replace(/\/+$/, '');
  if (url.pathname.endsWith(prefix)) url.pathname = url.pathname.slice(0, -prefix.length);
  return url;
}
