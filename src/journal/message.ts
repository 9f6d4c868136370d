/** Reads the messages of an exchange: what its bodies and headers say. */

import type { HeaderField, JournaledBody, JournaledExchange } from './journaled-exchange.js';

/** The JSON value of a body; undefined where there is none, or it is no JSON, or it was not kept. */
export function jsonOf(body: JournaledBody | undefined): unknown {
  if (body === undefined || !('text' in body)) return undefined;
  try {
    return JSON.parse(body.text) as unknown;
  } catch {
    return undefined;
  }
}

/** The members of a JSON object; none for anything else. */
export function membersOf(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
    ? (value as Readonly<Record<string, unknown>>)
    : {};
}

/** The first value of a header, whose name may be in any case. */
export function headerOf(headers: readonly HeaderField[], name: string): string | undefined {
  return headers.find(([given]) => given.toLowerCase() === name.toLowerCase())?.[1];
}

/** The media type of a message without its parameters, in lower case. */
export function mediaTypeOf(headers: readonly HeaderField[]): string | undefined {
  return headerOf(headers, 'Content-Type')?.split(';')[0]!.trim().toLowerCase();
}

/** A request and its status in one line: `GET /api/v1/institutions/me/users?limit=5 200`. */
export function summaryOf({ method, path, query, status }: JournaledExchange): string {
  return `${method} ${path}${query === '' ? '' : `?${query}`} ${status}`;
}
