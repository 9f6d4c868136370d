/**
 * Faults: what a scenario decides for a call. A fault is a plain value; `service/faults/` performs each kind in a file
 * of its own. Times are in milliseconds; scenario files write them as durations (`PT2S`, `250ms`).
 */

import { parseDuration } from '../domain/time/duration.js';
import type { WORLD_CHANGES } from '../domain/world/world-changes.js';

/** Returns a response instead of performing the operation: an error response of the service, or any text. */
export interface AnswerFault {
  readonly kind: 'answer';
  /** From 400 to 599. */
  readonly status: number;
  readonly headers?: Readonly<Record<string, string>>;
  /** The error code and message of an error response. */
  readonly error?: string;
  readonly message?: string;
  /** A body of any text instead, and its media type. */
  readonly text?: string;
  readonly type?: string;
  /** Whether the operation is carried out before. Default: `none`. */
  readonly effect?: Effect;
}

/** Whether a failure comes after the operation was carried out, or instead of it. */
export type Effect = 'none' | 'kept';

/** Treats the presented access token, which is valid, as invalid. */
export interface TokenFault {
  readonly kind: 'token';
  readonly as: 'expired' | 'revoked' | 'malformed' | 'foreign';
  /** Whether the token stays invalid for later calls, whatever scenario is active. Default: false. */
  readonly lasting?: boolean;
}

/** Issues access tokens with another lifetime. */
export interface LifetimeFault {
  readonly kind: 'lifetime';
  readonly seconds: number;
}

/** Limits the requests of each client per window of the sandbox's clock, and refuses the others with 429. */
export interface ThrottleFault {
  readonly kind: 'throttle';
  /** How many requests each client may send per window. */
  readonly requests: number;
  /** The length of a window. */
  readonly per: number;
  /** The form of `Retry-After`; `wrong` is text that is neither seconds nor a date. */
  readonly retryAfter: 'seconds' | 'date' | 'absent' | 'wrong';
  /** Whether `RateLimit` and `RateLimit-Policy` are sent (draft-ietf-httpapi-ratelimit-headers). Default: false. */
  readonly fields?: boolean;
}

/** Lets items of a batch fail. */
export interface BatchItemsFault {
  readonly kind: 'batch-items';
  /** The positions of the items that fail, from 0. */
  readonly indexes?: readonly number[];
  /** The contract IDs of the items that fail. */
  readonly contracts?: readonly string[];
  /** The share of the items that fails, from 0 to 1, if neither positions nor contract IDs are given. */
  readonly share?: number;
  /** The message of each failed item. */
  readonly message: string;
}

/** Delays the headers, or the body after the headers, in real time. */
export interface DelayFault {
  readonly kind: 'delay';
  readonly before: 'headers' | 'body';
  /** A fixed delay. */
  readonly fixed?: number;
  /** A delay with a uniform distribution between the two. */
  readonly from?: number;
  readonly to?: number;
  /** A delay with a log-normal distribution: its median, and the standard deviation of its logarithm. */
  readonly median?: number;
  readonly spread?: number;
}

/** Sends the body in small pieces. */
export interface DripFault {
  readonly kind: 'drip';
  /** The size of a piece. */
  readonly bytes: number;
  /** The pause between two pieces. */
  readonly every: number;
}

/** Ends the connection in a way that no server should. */
export interface ConnectionFault {
  readonly kind: 'connection';
  readonly end: 'reset' | 'close' | 'cut' | 'broken-chunks' | 'never';
  /** After how many bytes of the body (`cut`, `broken-chunks`). Default: half of the body. */
  readonly after?: number;
  /** Whether the operation is carried out before. Default: `kept`. */
  readonly effect?: Effect;
}

/** Replaces the body of a response by one that the contract does not define. */
export interface BodyFault {
  readonly kind: 'body';
  readonly as: 'malformed' | 'empty' | 'html' | 'text-type' | 'other-error-shape';
}

/** Changes a valid response, guided by its schema in the contract. */
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
    | 'reversed-items'
    | 'non-ascii'
    | 'long-values';
}

/** Applies a JSON merge patch (RFC 7396) to the body of a valid response. */
export interface MergeFault {
  readonly kind: 'merge';
  readonly patch: Readonly<Record<string, unknown>>;
}

/** Changes members and lists of a valid response within the contract. */
export interface ChangeFault {
  readonly kind: 'change';
  /**
   * An operation, a place and how it changes, as in `getUsers:items[].email:null`. Those of other operations are ignored.
   * Default: every value changes.
   */
  readonly changes?: readonly string[];
}

/** Performs the operation as if the client had requested another page size. */
export interface PageFault {
  readonly kind: 'page';
  readonly limit: number;
}

/** Changes the world around a call that is performed normally. */
export interface WorldFault {
  readonly kind: 'world';
  readonly change: 'request-shows-later' | 'call-arrives-twice' | keyof typeof WORLD_CHANGES;
  /** How long after the call, by the sandbox's clock. Default: 0. */
  readonly after?: number;
  /** How many rows are inserted. Default: 1. */
  readonly rows?: number;
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
  | ChangeFault
  | PageFault
  | WorldFault;

export type FaultKind = Fault['kind'];

/** The faults that take the place of the operation. */
const REPLACING: ReadonlySet<FaultKind> = new Set(['answer', 'token', 'throttle']);

/** Whether faults of this kind take the place of the operation. */
export function isReplacing(kind: FaultKind): boolean {
  return REPLACING.has(kind);
}

/** The kinds of which a response can have only one: there is one body, one pace and one end of the connection. */
export const EXCLUSIVE_KINDS: readonly FaultKind[] = ['body', 'drip', 'connection', 'page', 'lifetime'];

/** The members that are durations, by kind of fault. */
const DURATIONS: Readonly<Partial<Record<FaultKind, readonly string[]>>> = {
  throttle: ['per'],
  delay: ['fixed', 'from', 'to', 'median'],
  drip: ['every'],
  world: ['after'],
};

/** Converts the durations of a fault to milliseconds. Those that came from parameters are numbers already. */
export function toMilliseconds(fault: Fault): Fault {
  const names = DURATIONS[fault.kind];
  if (names === undefined) return fault;
  const members = Object.entries(fault).map(([name, value]: [string, unknown]): [string, unknown] => [
    name,
    names.includes(name) && typeof value === 'string' ? parseDuration(value) : value,
  ]);
  return Object.fromEntries(members) as unknown as Fault;
}
