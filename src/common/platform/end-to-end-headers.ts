/** Which headers of a message a gateway passes on. */

import hopByHop from '../hop-by-hop-headers.json' with { type: 'json' };

/** Headers that apply to a single connection and are not passed on (RFC 9110 section 7.6.1), in lower case. */
export const HOP_BY_HOP: ReadonlySet<string> = new Set(hopByHop);

/**
 * The headers to pass on, names and values in turn: without hop-by-hop headers and those that `Connection` lists.
 * @param removed further headers to leave out, in lower case
 */
export function endToEndHeaders(rawHeaders: readonly string[], removed: ReadonlySet<string> = new Set()): string[] {
  const pairs: [name: string, value: string][] = [];
  for (let at = 0; at < rawHeaders.length; at += 2) pairs.push([rawHeaders[at]!, rawHeaders[at + 1]!]);

  const leftOut = new Set([...HOP_BY_HOP, ...removed]);
  for (const [name, value] of pairs)
    if (name.toLowerCase() === 'connection')
      for (const option of value.split(',')) leftOut.add(option.trim().toLowerCase());

  return pairs.filter(([name]) => !leftOut.has(name.toLowerCase())).flat();
}
