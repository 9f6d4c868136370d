/** Reads of answers what several checks look at. */

import { isObject } from '../contract/json.js';
import { describeExchange, isSuccess, type Exchange } from './exchange.js';
import { UnexpectedAnswer } from './finding.js';

export type Json = Readonly<Record<string, unknown>>;

/**
 * The answer, if it is a success.
 * @throws UnexpectedAnswer
 */
export function successOf(exchange: Exchange): Exchange {
  if (!isSuccess(exchange)) throw new UnexpectedAnswer(describeExchange(exchange));
  return exchange;
}

/**
 * The body of a success.
 * @throws UnexpectedAnswer where it is no object
 */
export function objectIn(exchange: Exchange): Json {
  const { body } = successOf(exchange);
  if (!isObject(body)) throw new UnexpectedAnswer(`${describeExchange(exchange)} without a JSON object`);
  return body;
}

/**
 * The objects of a list: those in a member, or of the body itself.
 * @throws UnexpectedAnswer where there is no list of objects
 */
export function objectsIn(exchange: Exchange, member?: string): readonly Json[] {
  const list = member === undefined ? successOf(exchange).body : objectIn(exchange)[member];
  if (!Array.isArray(list) || !list.every(isObject))
    throw new UnexpectedAnswer(
      `${describeExchange(exchange)} without a list of objects${member === undefined ? '' : ` "${member}"`}`,
    );
  return list;
}

/** One page of a list. */
export interface Page {
  readonly items: readonly Json[];
  readonly offset: unknown;
  readonly limit: unknown;
  readonly total: number;
}

/**
 * The page in the answer of a list.
 * @throws UnexpectedAnswer where there is none
 */
export function pageIn(exchange: Exchange): Page {
  const { pagination } = objectIn(exchange);
  if (!isObject(pagination) || typeof pagination['total'] !== 'number')
    throw new UnexpectedAnswer(`${describeExchange(exchange)} without pagination.total`);
  return {
    items: objectsIn(exchange, 'items'),
    offset: pagination['offset'],
    limit: pagination['limit'],
    total: pagination['total'],
  };
}

/**
 * A text in an object.
 * @throws UnexpectedAnswer where it is none
 */
export function textIn(object: Json, member: string): string {
  const value = object[member];
  if (typeof value !== 'string' || value === '') throw new UnexpectedAnswer(`an answer without a text "${member}"`);
  return value;
}

/** A moment in an answer, in milliseconds since 1970, however the service writes it: as a text, or as a number of seconds or milliseconds; NaN where it is none. */
export function timeOf(value: unknown): number {
  const LATEST_IN_SECONDS = 1e11;
  if (typeof value === 'number') return value < LATEST_IN_SECONDS ? value * 1_000 : value;
  return typeof value === 'string' ? Date.parse(value) : Number.NaN;
}

/** `expires_in` in seconds; section 2.7 does not say whether it is a number or a text of digits. NaN where it is neither. */
export function lifetimeOf(value: unknown): number {
  if (typeof value === 'number') return value;
  return typeof value === 'string' && /^\d+$/.test(value) ? Number(value) : Number.NaN;
}

/** The moment of the answer by the service's own clock, in milliseconds since 1970; NaN where it does not say. */
export function momentOf({ headers }: Exchange): number {
  return Date.parse(headers['date'] ?? '');
}
