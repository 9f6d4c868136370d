/** Prism's way of asking for an answer: `Prefer: code=404`, `Prefer: example=none` (RFC 7240). */

import type { CompiledHeader, Operation } from '../../contract/operation.js';
import { emptyResponse, jsonResponse, type ServiceResponse } from '../service-response.js';

/** An example of the contract, asked for by its status or its name. */
export interface Preference {
  readonly code?: number;
  readonly example?: string;
}

/** Thrown where the contract has no such example. */
export class PreferenceError extends Error {
  override readonly name = 'PreferenceError';
}

/** What the header asks for; undefined where it asks for nothing that is meant for the emulator. */
export function readPreference(header: string | string[] | undefined): Preference | undefined {
  if (typeof header !== 'string') return undefined;
  const code = /(?:^|[,;])\s*code\s*=\s*"?(\d{3})"?\s*(?:$|[,;])/i.exec(header)?.[1];
  const example = /(?:^|[,;])\s*example\s*=\s*"?([^",;]+?)"?\s*(?:$|[,;])/i.exec(header)?.[1];
  if (code === undefined && example === undefined) return undefined;
  return { ...(code !== undefined && { code: Number(code) }), ...(example !== undefined && { example }) };
}

/** The preference as `Preference-Applied` tells it. */
export function preferenceApplied({ code, example }: Preference): string {
  return [code === undefined ? [] : `code=${code}`, example === undefined ? [] : `example=${example}`]
    .flat()
    .join(', ');
}

/**
 * The example that is asked for, with the headers that the contract demands of it.
 * @throws PreferenceError with what there is
 */
export function preferredResponse({ id, responses }: Operation, { code, example }: Preference): ServiceResponse {
  const statuses = code === undefined ? [...responses.keys()] : [code];
  if (code !== undefined && !responses.has(code)) {
    throw new PreferenceError(
      `The contract of ${id} has no status ${code}; it has ${[...responses.keys()].join(', ')}.`,
    );
  }
  for (const status of statuses) {
    const { examples, headers, mediaType } = responses.get(status)!;
    if (mediaType === undefined) return { ...emptyResponse(), status, headers: demandedHeaders(headers) };
    const name = example ?? examples.keys().next().value;
    if (name !== undefined && examples.has(name))
      return exampleAnswer(status, mediaType, examples.get(name), demandedHeaders(headers));
  }
  const names = statuses.flatMap((status) => [...(responses.get(status)?.examples.keys() ?? [])]);
  throw new PreferenceError(
    `The contract of ${id} has no example "${example ?? ''}"; it has ${[...new Set(names)].join(', ')}.`,
  );
}

/** A text is not written as JSON. */
function exampleAnswer(
  status: number,
  mediaType: string,
  body: unknown,
  headers: Readonly<Record<string, string>>,
): ServiceResponse {
  const answer = jsonResponse(status, body, { 'Content-Type': `${mediaType}; charset=utf-8`, ...headers });
  return mediaType === 'text/plain' ? { ...answer, text: String(body) } : answer;
}

function demandedHeaders(headers: readonly CompiledHeader[]): Record<string, string> {
  return Object.fromEntries(headers.flatMap(({ name, example }) => (example === undefined ? [] : [[name, example]])));
}
