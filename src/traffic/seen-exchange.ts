/**
 * An exchange with the service, in the form that looks read. A look is an observer that reads exchanges one after the
 * other and collects evidence.
 */

import { STATUS_CODES } from 'node:http';
import type { FormFields } from '../contract/query-string.js';
import type { Operation } from '../contract/operation.js';
import type { Place, RecordedExchange } from './recorded-exchange.js';

/**
 * An exchange with the service, as recorded and as the contract reads it. Reports may show forms, statuses and counts
 * from an exchange, and nothing else, because its values may be private.
 */
export interface SeenExchange extends Omit<RecordedExchange, MessagePart> {
  readonly place: Place;
  /** The number of the exchange among all that were read, from 1. */
  readonly position: number;
  /** The header `Date` of the response, in milliseconds since 1970; NaN if there is none. */
  readonly date: number;
  /** A digest of method, target and body, so that equal requests have equal digests. */
  readonly requestDigest: string;
  /** The name of the operation, for reports. */
  readonly where: string;
  /** The path as in the contract: `/api/v1/...`, or the path of the token endpoint. */
  readonly path: string;
  /**
   * The operation of the contract at this path. Slashes and case do not matter; the method HEAD has the operation of
   * GET.
   */
  readonly operation: Operation | undefined;
  /** Whether the path is that of the token endpoint, for any method: its responses have another form. */
  readonly isOfToken: boolean;
  /** Whether the contract has exactly this path, for any method. */
  readonly hasPath: boolean;
  /** Whether path and method are exactly those of the operation. */
  readonly isExact: boolean;
  /** The values of parameters in the path, by name. */
  readonly parameters: Readonly<Record<string, string>>;
  /** The fields of the query; undefined if they cannot be decoded. */
  readonly query: FormFields | undefined;
  readonly request: SeenMessage;
  /** A digest of the access token of the request; undefined if the request has none, or an exporter removed it. */
  readonly tokenDigest: string | undefined;
  readonly response: SeenMessage;
}

/** The members that {@link SeenMessage} replaces: the bytes of messages are not kept. */
type MessagePart = 'requestHeaders' | 'responseHeaders' | 'requestBody' | 'responseBody';

/** A request or a response, without its method or status. */
export interface SeenMessage {
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  /** The decoded body; empty if there is none. */
  readonly text: string;
  /** The parsed JSON, or the fields of a form. Undefined if the body is neither, or absent. */
  readonly body: unknown;
  /** Without parameters, in lower case; empty if there is none. */
  readonly mediaType: string;
}

/** The part of an exchange that evidence keeps. */
export type Evidenced = Pick<SeenExchange, 'place' | 'position' | 'date' | 'where' | 'requestDigest'>;

/** Copies these members, so that the evidence does not keep whole messages in memory. */
export function evidencedOf({ place, position, date, where, requestDigest }: Evidenced): Evidenced {
  return { place, position, date, where, requestDigest };
}

/** Whether the status is 2xx. */
export function isSuccess({ status }: Pick<SeenExchange, 'status'>): boolean {
  return status >= 200 && status <= 299;
}

/** Whether a gateway in front of the service has responded. */
export function isFromGateway({ status, response }: SeenExchange): boolean {
  // Statuses that Node.js does not know, such as 499 and 520, belong to gateways.
  const isUnknown = status >= 400 && STATUS_CODES[status] === undefined;
  if (isUnknown || [502, 503, 504].includes(status)) return true;

  // The service itself sends JSON, even for its own failures.
  return status >= 500 && response.mediaType === 'text/html';
}
