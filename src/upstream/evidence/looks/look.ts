/** What looks read and return. A look sees which alternative of a point an exchange shows. */

import type { FormFields } from '../../../contract/query-string.js';
import type { Operation } from '../../../contract/operation.js';

/** Where an exchange stands: the number of its file, and its number in the file, both from 1. */
export interface Place {
  readonly file: number;
  readonly entry: number;
}

/** An exchange with the service, as looks read it. Nothing of it may reach a report but forms, statuses and counts. */
export interface SeenExchange {
  readonly place: Place;
  /** Its number among all exchanges that were read, from 1. */
  readonly order: number;
  /** The header `Date` of the response, in milliseconds since 1970; NaN if there is none. */
  readonly at: number;
  /** In upper case. */
  readonly method: string;
  /** As in the contract: `/api/v1/...`, or the path of the token endpoint. */
  readonly path: string;
  /** The operation of the contract at this path, whatever slashes and case, also if the method is HEAD. */
  readonly operation: Operation | undefined;
  /** Whether the path is that of the token endpoint, whose responses have another form, whatever the method. */
  readonly isOfToken: boolean;
  /** Whether path and method are exactly those of the operation. */
  readonly isExact: boolean;
  /** The values of parameters in the path, by name. */
  readonly parameters: Readonly<Record<string, string>>;
  /** Undefined if it cannot be decoded. */
  readonly query: FormFields | undefined;
  readonly request: SeenMessage;
  readonly status: number;
  readonly response: SeenMessage;
}

export interface SeenMessage {
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  readonly text: string;
  /** Parsed JSON; of a form, its fields. Undefined if there is no body or it is neither. */
  readonly body: unknown;
  /** Without parameters, in lower case; empty if there is none. */
  readonly mediaType: string;
}

/** What a look saw of a point. */
export interface Seen {
  /** The ID of the point. */
  readonly point: string;
  /** The alternatives that answer like this: names of variants, or {@link STATED}. None: none that is declared. */
  readonly fits: readonly string[];
  /** What was seen: a status, a form, a name of a list; never a value. */
  readonly form: string;
  /** In which circumstances, if answers differ by them: `a missing token`. */
  readonly circumstance?: string;
}

/** Something that belongs to no point. */
export interface Remark {
  readonly kind: 'contradiction' | 'surprise' | 'client';
  readonly what: string;
  /** The operation, or what stands for it. */
  readonly where: string;
}

export type Finding = Seen | Remark;

/** Looks at exchanges, one after the other, and keeps what it needs to decide across several. */
export interface Look {
  see(exchange: SeenExchange): Iterable<Finding>;
  /** What is decided only when everything was seen, each with the exchange that shows it. */
  end?(): Iterable<readonly [Finding, SeenExchange | Evidenced]>;
}

/** The part of an exchange that evidence keeps. */
export type Evidenced = Pick<SeenExchange, 'place' | 'order' | 'at'>;

/** The alternative of a point that has no variants, or the contract's own of one that has. */
export const STATED = 'as the contract states';

/** The contract's own alternative. */
export function stated(point: string, form: string, circumstance?: string): Seen {
  return fitting(point, [STATED], form, circumstance);
}

/** None that the contract declares. */
export function other(point: string, form: string, circumstance?: string): Seen {
  return fitting(point, [], form, circumstance);
}

/** Whichever of the two applies. */
export function statedIf(isStated: boolean, point: string, form: string, circumstance?: string): Seen {
  return fitting(point, isStated ? [STATED] : [], form, circumstance);
}

/** One or several of the declared alternatives. */
export function fitting(point: string, fits: readonly string[], form: string, circumstance?: string): Seen {
  return { point, fits, form, ...(circumstance !== undefined && { circumstance }) };
}

/** Whether the status is 2xx. */
export function isSuccess({ status }: Pick<SeenExchange, 'status'>): boolean {
  return status >= 200 && status <= 299;
}

/** The name of the operation for reports. */
export function whereOf({ operation, method }: SeenExchange): string {
  if (operation !== undefined) return operation.id;
  const KNOWN = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'HEAD', 'OPTIONS'];
  return `${KNOWN.includes(method) ? method : 'another method'} of a path that the contract does not have`;
}
