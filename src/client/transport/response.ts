/** Reads a response: its value, and whether it meets the expectation. */

import { ignoringErrors } from '../errors.js';
import { type HttpResponse, TOO_LARGE } from './transport.js';

/** The expected response. */
export interface Expectation {
  readonly operation: string;
  /** The body of a request: sent as JSON, or as a form, which can be repeated. The response may contain a token. */
  readonly content?: unknown;
  /** Returns what is wrong with the object or array in the body; undefined if nothing is wrong. */
  readonly flawOf?: (value: Members) => string | undefined;
  /** Whether the body may be empty. */
  readonly mayBeEmpty?: boolean;
  /** The only status of a success. */
  readonly success?: number;
}

/** An object of any members. */
export type Members = Readonly<Record<string, unknown>>;
/**
 * What is wrong with a response, as the end of a sentence. Undefined if nothing is wrong, empty for an error status.
 */
export function flawIn(expected: Expectation, response: HttpResponse, value: unknown): string | undefined {
  const { success, mayBeEmpty, flawOf } = expected;
  const { status, text, cut } = response;
  if (status < 200 || status > 299) return '';
  if (success && status !== success) return `, which is not ${success}`;

  let flaw: string | undefined = 'is not a JSON object or array';
  if (cut) flaw = cut === TOO_LARGE ? TOO_LARGE.message : 'is truncated';
  else if (!text.trim()) flaw = mayBeEmpty ? undefined : 'is empty';
  // `Object` returns only objects and arrays unchanged.
  else if (value === Object(value)) flaw = flawOf?.(value as Members);

  return flaw && `, because the body ${flaw}`;
}

/** The value of a JSON text; undefined for any other text. The parser's error is not kept: it quotes the text. */
export function parse(text: string): unknown {
  return ignoringErrors(() => JSON.parse(text) as unknown);
}

/** The first value that is a text, and not empty. */
export function firstText(...values: readonly unknown[]): string | undefined {
  return values.find((value): value is string => typeof value === 'string' && value !== '');
}

/** The request ID, from one of the headers that gateways and the emulator use. */
export function requestIdOf(headers: HttpResponse['headers']): string | undefined {
  const names = ['x-request-id', 'request-id', 'x-correlation-id', 'emulator-exchange'];
  return firstText(...names.map((name) => headers[name]));
}

/** The number in a value that may be a text; Infinity if there is none. */
export function numberIn(value: unknown): number {
  // `parseFloat` takes numbers, too. For anything else it returns NaN, for which the comparison is false.
  const number = parseFloat(value as string);
  return number >= 0 ? number : Infinity;
}
