/**
 * What a scenario decides: plain values, one kind each. How they are performed is the business of `http/faults`.
 * Times are milliseconds; in files they are written as durations (`PT2S`, `250ms`).
 */

import { parseDuration } from '../domain/time/duration.js';

/** Answers instead of the operation: with an error body of the service's dialect, or with any text. */
export interface AnswerFault {
  readonly kind: 'answer';
  readonly status: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly error?: string;
  readonly message?: string;
  readonly text?: string;
  readonly type?: string;
}

/** Treats the presented access token, which is good, as if it were not; `lasting` from now on, with whatever scenario. */
export interface TokenFault {
  readonly kind: 'token';
  readonly as: 'expired' | 'revoked' | 'malformed' | 'foreign';
  readonly lasting?: boolean;
}

/** Gives out tokens of another lifetime, in seconds. */
export interface LifetimeFault {
  readonly kind: 'lifetime';
  readonly seconds: number;
}

/** Lets each client make so many requests in each window, by the sandbox's clock. */
export interface ThrottleFault {
  readonly kind: 'throttle';
  readonly requests: number;
  readonly per: number;
  readonly retryAfter: 'seconds' | 'date' | 'absent' | 'wrong';
  /** Whether `RateLimit` and `RateLimit-Policy` are sent (draft-ietf-httpapi-ratelimit-headers). */
  readonly fields?: boolean;
}

/** Fails items of a batch: the given positions and contract IDs, or a share of all. */
export interface BatchItemsFault {
  readonly kind: 'batch-items';
  readonly indexes?: readonly number[];
  readonly contracts?: readonly string[];
  readonly share?: number;
  readonly message: string;
}

/** Waits, in real time, before the headers or between headers and body. */
export interface DelayFault {
  readonly kind: 'delay';
  readonly before: 'headers' | 'body';
  /** Exactly this long. */
  readonly fixed?: number;
  /** Anything between the two, each as likely. */
  readonly from?: number;
  readonly to?: number;
  /** Log-normal: half of the waits are shorter; `spread` is the standard deviation of the logarithm. */
  readonly median?: number;
  readonly spread?: number;
}

/** Sends the body in small pieces. */
export interface DripFault {
  readonly kind: 'drip';
  readonly bytes: number;
  readonly every: number;
}

/** Ends the connection otherwise than a server should; `after` so many bytes of the body. */
export interface ConnectionFault {
  readonly kind: 'connection';
  readonly end: 'reset' | 'close' | 'cut' | 'broken-chunks' | 'never';
  readonly after?: number;
}

/** Replaces the body of an answer by something that the contract does not know. */
export interface BodyFault {
  readonly kind: 'body';
  readonly as: 'malformed' | 'empty' | 'html' | 'text-type' | 'other-error-shape';
}

/** Changes a valid answer, guided by the contract's schema. */
export interface AlterFault {
  readonly kind: 'alter';
  readonly how:
    | 'without-optional'
    | 'extra-members'
    | 'unknown-enum'
    | 'null-where-allowed'
    | 'numbers-as-strings'
    | 'empty-lists'
    | 'repeated-items'
    | 'non-ascii'
    | 'long-values';
}

/** Puts members into a valid answer, as a JSON merge patch does (RFC 7396). */
export interface MergeFault {
  readonly kind: 'merge';
  readonly patch: Readonly<Record<string, unknown>>;
}

/** Answers as if the client had asked for another page size. */
export interface PageFault {
  readonly kind: 'page';
  readonly limit: number;
}

/** Changes the world around a call that is answered as it should be. */
export interface WorldFault {
  readonly kind: 'world';
  readonly change:
    | 'request-shows-later'
    | 'request-is-approved'
    | 'request-is-rejected'
    | 'listed-credential-is-revoked'
    | 'row-is-inserted';
  /** How long after the call, by the sandbox's clock. */
  readonly after?: number;
}

export type Fault =
  | AnswerFault
  | TokenFault
  | LifetimeFault
  | ThrottleFault
  | BatchItemsFault
  | DelayFault
  | DripFault
  | ConnectionFault
  | BodyFault
  | AlterFault
  | MergeFault
  | PageFault
  | WorldFault;

/** The faults that keep the operation from being performed: of several, the first decides, and the others do not count the call. */
const REPLACING: ReadonlySet<Fault['kind']> = new Set(['answer', 'token', 'throttle']);

/** Whether the fault stands in the place of the operation. */
export function isReplacing({ kind }: Pick<Fault, 'kind'>): boolean {
  return REPLACING.has(kind);
}

/** Of these kinds, one answer can bear one fault: there is one body, one pace and one end of the connection. */
export const EXCLUSIVE_KINDS: readonly Fault['kind'][] = ['body', 'drip', 'connection', 'page', 'lifetime'];

/** The members that are durations, by kind of fault. */
const DURATIONS: Readonly<Partial<Record<Fault['kind'], readonly string[]>>> = {
  throttle: ['per'],
  delay: ['fixed', 'from', 'to', 'median'],
  drip: ['every'],
  world: ['after'],
};

/** The fault with its durations in milliseconds; those that came from parameters are already. */
export function toMilliseconds(fault: Fault): Fault {
  const names = DURATIONS[fault.kind];
  if (names === undefined) return fault;
  const members = Object.entries(fault).map(([name, value]: [string, unknown]): [string, unknown] => [
    name,
    names.includes(name) && typeof value === 'string' ? parseDuration(value) : value,
  ]);
  return Object.fromEntries(members) as unknown as Fault;
}
