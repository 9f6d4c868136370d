/** A request to the service and its response, and what checks read of it. */

import { isObject } from '../../common/json.js';
import { mediaTypeOf as mediaTypeIn } from '../../contract/headers.js';
import type { OperationId } from '../../contract/operation.js';
import type { ReceivedResponse } from './send-request.js';

/** One request and its response, reduced to what checks read. */
export interface ServiceExchange extends ReceivedResponse {
  readonly operation: OperationId;
  /** For reports, without personal data: `GET /institutions/me/users?limit=0`. */
  readonly request: string;
  /** The parsed text, whatever its media type; undefined if it is not JSON. */
  readonly body: unknown;
}

/** Thrown by a check that cannot read a response. Another check reports what is wrong with that response. */
export class UnexpectedResponseError extends Error {
  override readonly name = 'UnexpectedResponseError';
}

/** Thrown by a check if the service shows no data for it. */
export class NothingToCheckError extends Error {
  override readonly name = 'NothingToCheckError';
}

/** `GET /institutions/me/users?limit=0 returned 200`. */
export function describeExchange({ request, status }: Pick<ServiceExchange, 'request' | 'status'>): string {
  return `${request} returned ${status}`;
}

/** The media type without parameters, in lower case; empty if there is none. */
export function sentMediaType({ headers }: Pick<ServiceExchange, 'headers'>): string {
  return mediaTypeIn(headers['content-type'] ?? '');
}

/** Whether the status is 2xx. */
export function isSuccess({ status }: Pick<ServiceExchange, 'status'>): boolean {
  return status >= 200 && status <= 299;
}

export type Json = Readonly<Record<string, unknown>>;

/** The exchange, if its status is 2xx. @throws UnexpectedResponseError otherwise */
export function successOf(exchange: ServiceExchange): ServiceExchange {
  if (!isSuccess(exchange)) throw new UnexpectedResponseError(describeExchange(exchange));
  return exchange;
}

/** The body of a successful response. @throws UnexpectedResponseError if it is not an object */
export function objectIn(exchange: ServiceExchange): Json {
  const { body } = successOf(exchange);
  if (!isObject(body)) throw new UnexpectedResponseError(`${describeExchange(exchange)} without a JSON object`);
  return body;
}

/**
 * The objects of a list: in a member, or the body itself.
 * @throws UnexpectedResponseError if there is no list of objects
 */
export function objectsIn(exchange: ServiceExchange, member?: string): readonly Json[] {
  const list = member === undefined ? successOf(exchange).body : objectIn(exchange)[member];
  if (!Array.isArray(list) || !list.every(isObject))
    throw new UnexpectedResponseError(
      `${describeExchange(exchange)} without a list of objects${member === undefined ? '' : ` "${member}"`}`,
    );
  return list;
}

/** One page of a list. */
export interface ListedPage {
  readonly items: readonly Json[];
  readonly offset: unknown;
  readonly limit: unknown;
  readonly total: number;
}

/** The page in the response of a list. @throws UnexpectedResponseError if there is none */
export function pageIn(exchange: ServiceExchange): ListedPage {
  const { pagination } = objectIn(exchange);
  if (!isObject(pagination) || typeof pagination['total'] !== 'number')
    throw new UnexpectedResponseError(`${describeExchange(exchange)} without pagination.total`);
  return {
    items: objectsIn(exchange, 'items'),
    offset: pagination['offset'],
    limit: pagination['limit'],
    total: pagination['total'],
  };
}

/** The text of a member. @throws UnexpectedResponseError if the member is not a text */
export function textIn(object: Json, member: string): string {
  const value = object[member];
  if (typeof value !== 'string' || value === '')
    throw new UnexpectedResponseError(`a response without a text "${member}"`);
  return value;
}

/** A time in milliseconds since 1970, from a text or a number of seconds or milliseconds; NaN if it is none. */
export function timeOf(value: unknown): number {
  const LATEST_IN_SECONDS = 1e11;
  if (typeof value === 'number') return value < LATEST_IN_SECONDS ? value * 1_000 : value;
  return typeof value === 'string' ? Date.parse(value) : Number.NaN;
}

/** `expires_in` in seconds: a number or a text of digits, as section 2.7 leaves it open. NaN if it is neither. */
export function lifetimeOf(value: unknown): number {
  if (typeof value === 'number') return value;
  return typeof value === 'string' && /^\d+$/.test(value) ? Number(value) : Number.NaN;
}

/** The time of the response by its header `Date`, in milliseconds since 1970; NaN if there is none. */
export function responseTime({ headers }: ServiceExchange): number {
  return Date.parse(headers['date'] ?? '');
}
