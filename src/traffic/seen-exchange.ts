/** An exchange with the service, as looks read it. */

import type { FormFields } from '../contract/query-string.js';
import type { Operation } from '../contract/operation.js';
import type { Place, RecordedExchange } from './recorded-exchange.js';

/**
 * An exchange with the service, as recorded and as the contract reads it. A report may contain only forms, statuses and
 * counts of it.
 */
export interface SeenExchange extends Omit<RecordedExchange, MessagePart> {
  readonly place: Place;
  /** Its number among all exchanges that were read, from 1. */
  readonly order: number;
  /** The header `Date` of the response, in milliseconds since 1970; NaN if there is none. */
  readonly at: number;
  /** A digest of method, target and body: equal requests have the same. */
  readonly asked: string;
  /** The name of the operation, for reports. */
  readonly where: string;
  /** As in the contract: `/api/v1/...`, or the path of the token endpoint. */
  readonly path: string;
  /** The operation of the contract at this path, regardless of slashes and case; also for the method HEAD. */
  readonly operation: Operation | undefined;
  /** Whether the path is that of the token endpoint, for any method: its responses have another form. */
  readonly isOfToken: boolean;
  /** Whether the contract has exactly this path, for any method. */
  readonly hasPath: boolean;
  /** Whether path and method are exactly those of the operation. */
  readonly isExact: boolean;
  /** The values of parameters in the path, by name. */
  readonly parameters: Readonly<Record<string, string>>;
  /** Undefined if it cannot be decoded. */
  readonly query: FormFields | undefined;
  readonly request: SeenMessage;
  /** A digest of the access token of the request; undefined if the request has none, or an exporter removed it. */
  readonly token: string | undefined;
  readonly response: SeenMessage;
}

/** What {@link SeenMessage} has in its own form: the bytes are not kept. */
type MessagePart = 'requestHeaders' | 'responseHeaders' | 'requestBody' | 'responseBody';

export interface SeenMessage {
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  readonly text: string;
  /** The parsed JSON, or the fields of a form. Undefined if the body is neither, or absent. */
  readonly body: unknown;
  /** Without parameters, in lower case; empty if there is none. */
  readonly mediaType: string;
}

/** The part of an exchange that evidence keeps. */
export type Evidenced = Pick<SeenExchange, 'place' | 'order' | 'at' | 'where' | 'asked'>;

export function evidencedOf({ place, order, at, where, asked }: Evidenced): Evidenced {
  return { place, order, at, where, asked };
}

/** Whether the status is 2xx. */
export function isSuccess({ status }: Pick<SeenExchange, 'status'>): boolean {
  return status >= 200 && status <= 299;
}
