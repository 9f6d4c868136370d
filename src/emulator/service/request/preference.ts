/**
 * Requests for an example of the contract, in the way of Prism (another emulator): by the header `Prefer` (RFC 7240),
 * with `code=404` or `example=none`.
 */

import type { CompiledHeader, Operation } from '../../../contract/operation.js';
import { emptyResponse, jsonResponse, type PlainResponse } from '../../../contract/response.js';
import type { ServiceResponse } from '../service-response.js';
import { HeaderError } from './emulator-headers.js';

/** An example of the contract, by its status or its name. */
interface Preference {
  readonly code?: number;
  readonly example?: string;
}

/** The example that the header selects; undefined if the header contains no preference for examples. */
export function readPreference(header: string | string[] | undefined): Preference | undefined {
  if (typeof header !== 'string') return undefined;

  const preferences = parsePreferences(header);
  const code = preferences.get('code');
  const example = preferences.get('example');
  const isStatus = code !== undefined && /^\d{3}$/.test(code);
  if (!isStatus && example === undefined) return undefined;

  return { ...(isStatus && { code: Number(code) }), ...(example !== undefined && { example }) };
}

/**
 * A preference, or a parameter of a preference: everything up to the next comma or semicolon outside of quoted strings.
 * A quoted string without an end takes the rest of the header, and is malformed.
 */
const MEMBER = /(?:[^",;]|"(?:[^"\\]|\\.)*(?:"|\\?$))+/gs;
/** Matches a quoted string: `"a \"quoted\" string"`. */
const QUOTED = /^"((?:[^"\\]|\\.)*)"$/;

/**
 * The values of all preferences and of their parameters, by name in lower case (RFC 7240 section 2). Of several
 * preferences with one name, the first one counts. Malformed preferences and preferences without a value are ignored.
 */
function parsePreferences(header: string): ReadonlyMap<string, string> {
  const preferences = new Map<string, string>();
  for (const [member] of header.matchAll(MEMBER)) {
    const equals = member.indexOf('=');
    if (equals === -1) continue;

    const name = member.slice(0, equals).trim().toLowerCase();
    const value = wordIn(member.slice(equals + 1).trim());
    if (value !== undefined && !preferences.has(name)) preferences.set(name, value);
  }

  return preferences;
}

/**
 * The text of a token or a quoted string; undefined if it is malformed. Names of examples may contain blanks even
 * without quotes.
 */
function wordIn(text: string): string | undefined {
  const word = text.includes('"') ? QUOTED.exec(text)?.[1]?.replace(/\\(.)/g, '$1') : text;
  return word === '' ? undefined : word;
}

/**
 * The preferred example, with the headers that the contract requires.
 * @throws HeaderError with the examples that exist
 */
export function preferredResponse(operation: Operation, preference: Preference): ServiceResponse {
  const followed = Object.entries(preference).map((pair) => pair.join('='));
  return { ...exampleResponse(operation, preference), preferenceApplied: followed.join(', ') };
}

/** The example with the wanted status or name. By default, the first example of the first response. */
function exampleResponse({ id, responses }: Operation, { code, example }: Preference): PlainResponse {
  if (code !== undefined && !responses.has(code)) {
    const known = [...responses.keys()].join(', ');
    throw new HeaderError(INVALID, `The contract of ${id} has no status ${code}; it has ${known}.`);
  }

  const candidates = [...responses].filter(([status]) => code === undefined || status === code);
  for (const [status, { examples, headers, mediaType }] of candidates) {
    const required = requiredHeaders(headers);
    if (mediaType === undefined) return { ...emptyResponse(), status, headers: required };

    const name = example ?? examples.keys().next().value;
    // Another response may have an example of this name.
    if (name === undefined || !examples.has(name)) continue;

    const body = examples.get(name);
    const response = jsonResponse(status, body, { 'Content-Type': `${mediaType}; charset=utf-8`, ...required });

    // Plain text is sent as it is, not as a JSON string.
    return mediaType === 'text/plain' ? { ...response, text: String(body) } : response;
  }

  const names = new Set(candidates.flatMap(([, { examples }]) => [...examples.keys()]));
  const known = [...names].join(', ');
  throw new HeaderError(INVALID, `The contract of ${id} has no example "${example ?? ''}"; it has ${known}.`);
}

/** What is said of every header that is refused. The reason follows. */
const INVALID = 'The Prefer header is invalid';

/** The example of each header that has one in the contract. */
function requiredHeaders(headers: readonly CompiledHeader[]): Record<string, string> {
  const examples: Record<string, string> = {};
  for (const { name, example } of headers) if (example !== undefined) examples[name] = example;

  return examples;
}
