/** The request headers that only the emulator has. A misspelt one selects nothing, so a test with it proves nothing. */

import { closest } from '../../../contract/suggestions.js';

const OF_REQUESTS: readonly string[] = ['emulator-scenario', 'emulator-sandbox'];
const OF_RESPONSES: readonly string[] = [
  'emulator-exchange',
  'emulator-variant',
  'emulator-scenario-applied',
  'emulator-scenario-spent',
  'emulator-diagnostic',
  'emulator-change',
];

/** No near miss is shorter, in characters. */
const SHORTEST = 9;
/** What a near miss has of a name of ours: only such names are compared, which takes longer. */
const SIMILAR = /emul|scen|sandb/i;

/** A header begins with `Emulator-` or nearly has a name of ours, and is none that the emulator reads. */
export class UnknownHeaderError extends Error {
  override readonly name = 'UnknownHeaderError';
}

/** @param rawHeaders names and values in turn @throws UnknownHeaderError */
export function refuseUnknownHeaders(rawHeaders: readonly string[]): void {
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const name = rawHeaders[at]!;
    const mistake = name.length < SHORTEST || !SIMILAR.test(name) ? undefined : mistakeIn(name);
    if (mistake !== undefined) throw new UnknownHeaderError(mistake);
  }
}

function mistakeIn(name: string): string | undefined {
  const given = name.toLowerCase();
  if (OF_REQUESTS.includes(given)) return undefined;
  if (OF_RESPONSES.includes(given))
    return `The header ${name} is one of responses, and selects nothing in a request; leave it out, or send ${VALID}.`;

  const dashed = given.replaceAll('_', '-');
  const meant = closest(dashed.replace(/^(?:x|http)-/, ''), OF_REQUESTS);
  if (meant !== undefined) return `There is no header ${name}; did you mean "${titled(meant)}"?`;

  return dashed.startsWith('emulator-') ? `There is no header ${name}; the emulator reads ${VALID}.` : undefined;
}

/** `emulator-sandbox` as `Emulator-Sandbox`. */
function titled(name: string): string {
  return name.replace(/\b[a-z]/g, (letter) => letter.toUpperCase());
}

const VALID = OF_REQUESTS.map(titled).join(' or ');
