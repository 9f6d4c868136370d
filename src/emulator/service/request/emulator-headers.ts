/**
 * The request headers of the emulator itself. A misspelt header would select nothing, and a test that sends it would
 * prove nothing. So such headers are refused.
 */

import { closest } from '../../../contract/suggestions.js';
import OF_RESPONSES from './response-headers.json' with { type: 'json' };

/** The headers of the emulator that a client may send. */
const OF_REQUESTS: readonly string[] = ['emulator-scenario', 'emulator-sandbox'];

/** Matches a part that each misspelt header contains. Only such names are compared, because comparing takes longer. */
const SIMILAR = /emul|scen|sandb/i;

/** Thrown if the emulator refuses a header that it reads itself. The message is a sentence for the sender. */
export class HeaderError extends Error {
  override readonly name = 'HeaderError';
  readonly title: string;

  constructor(title: string, message: string) {
    super(message);
    this.title = title;
  }
}

/** Refuses misspelt headers of the emulator. @param rawHeaders names and values in turn @throws HeaderError */
export function refuseUnknownHeaders(rawHeaders: readonly string[]): void {
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const name = rawHeaders[at]!;
    const mistake = SIMILAR.test(name) ? mistakeIn(name) : undefined;
    if (mistake !== undefined) throw new HeaderError('The header is unknown', mistake);
  }
}

/** What is wrong with the name of a header; undefined if it is right, or no header of the emulator was meant. */
function mistakeIn(name: string): string | undefined {
  const lower = name.toLowerCase();
  if (OF_REQUESTS.includes(lower)) return undefined;
  if (OF_RESPONSES.includes(lower))
    return `The header ${name} is one of responses, and selects nothing in a request; leave it out, or send ${VALID}.`;

  const dashed = lower.replaceAll('_', '-');
  // Some frameworks show headers with a prefix, such as `HTTP_EMULATOR_SCENARIO`.
  const meant = closest(dashed.replace(/^(?:x|http)-/, ''), OF_REQUESTS);
  if (meant !== undefined) return `There is no header ${name}; did you mean "${titled(meant)}"?`;

  return dashed.startsWith('emulator-') ? `There is no header ${name}; the emulator reads ${VALID}.` : undefined;
}

/** The usual spelling of a header: `Emulator-Sandbox` for `emulator-sandbox`. */
function titled(name: string): string {
  return name.replace(/\b[a-z]/g, (letter) => letter.toUpperCase());
}

const VALID = OF_REQUESTS.map(titled).join(' or ');
