/** Prism's way to request an example of the contract: `Prefer: code=404`, `Prefer: example=none` (RFC 7240). */

import type { CompiledHeader, Operation } from '../../contract/operation.js';
import { emptyResponse, jsonResponse, type PlainResponse } from '../../contract/response.js';
import type { ServiceResponse } from '../service-response.js';

/** An example of the contract, by its status or its name. */
interface Preference {
  readonly code?: number;
  readonly example?: string;
}

/** The contract has no such example. */
export class PreferenceError extends Error {
  override readonly name = 'PreferenceError';
}

/** The example that the header asks for; undefined if the header has no preference that is meant for the emulator. */
export function readPreference(header: string | string[] | undefined): Preference | undefined {
  if (typeof header !== 'string') return undefined;
  const code = /(?:^|[,;])\s*code\s*=\s*"?(\d{3})"?\s*(?:$|[,;])/i.exec(header)?.[1];
  const example = /(?:^|[,;])\s*example\s*=\s*"?([^",;]+?)"?\s*(?:$|[,;])/i.exec(header)?.[1];
  if (code === undefined && example === undefined) return undefined;
  return { ...(code !== undefined && { code: Number(code) }), ...(example !== undefined && { example }) };
}

/**
 * The preferred example, with the headers that the contract requires.
 * @throws PreferenceError with the examples that exist
 */
export function preferredResponse(operation: Operation, preference: Preference): ServiceResponse {
  return { ...exampleResponse(operation, preference), preferenceApplied: preferenceText(preference) };
}

function preferenceText({ code, example }: Preference): string {
  return [code === undefined ? [] : `code=${code}`, example === undefined ? [] : `example=${example}`]
    .flat()
    .join(', ');
}

function exampleResponse({ id, responses }: Operation, { code, example }: Preference): PlainResponse {
  if (code !== undefined && !responses.has(code)) {
    const known = [...responses.keys()].join(', ');
    throw new PreferenceError(`The contract of ${id} has no status ${code}; it has ${known}.`);
  }
  const candidates = [...responses].filter(([status]) => code === undefined || status === code);
  for (const [status, { examples, headers, mediaType }] of candidates) {
    if (mediaType === undefined) return { ...emptyResponse(), status, headers: requiredHeaders(headers) };
    const name = example ?? examples.keys().next().value;
    if (name !== undefined && examples.has(name))
      return responseWith(status, mediaType, examples.get(name), requiredHeaders(headers));
  }
  const names = new Set(candidates.flatMap(([, { examples }]) => [...examples.keys()]));
  throw new PreferenceError(
    `The contract of ${id} has no example "${example ?? ''}"; it has ${[...names].join(', ')}.`,
  );
}

/** A text is not written as JSON. */
function responseWith(
  status: number,
  mediaType: string,
  body: unknown,
  headers: Readonly<Record<string, string>>,
): PlainResponse {
  const response = jsonResponse(status, body, { 'Content-Type': `${mediaType}; charset=utf-8`, ...headers });
  return mediaType === 'text/plain' ? { ...response, text: String(body) } : response;
}

function requiredHeaders(headers: readonly CompiledHeader[]): Record<string, string> {
  return Object.fromEntries(headers.flatMap(({ name, example }) => (example === undefined ? [] : [[name, example]])));
}
