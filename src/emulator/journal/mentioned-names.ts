/** The names of parties and credentials that a request may mention, in any of its fields. */

import { membersOf } from '../../common/json.js';
import { decodeOrKeep } from '../../common/percent-encoding.js';
import { jsonOf, type Exchange } from './exchange.js';
import { hasMarker } from '../redaction/markers.js';

/**
 * All texts of a request that may be names: path segments, query values, items of query values with commas, and the
 * strings in a JSON body. Query values also appear trimmed and in lower case. If a marker has replaced the token in the
 * path, only the response shows the name, so the strings at the top of its JSON body are included.
 */
export function mentionedNames({ path, query, request, response }: Exchange): ReadonlySet<string> {
  const names = new Set<string>();
  for (const segment of path.split('/')) if (segment !== '') names.add(decodeOrKeep(segment));
  for (const value of new URLSearchParams(query).values()) {
    const items = value.split(',').map((item) => item.trim());
    for (const name of [value, ...items]) names.add(name).add(name.trim().toLowerCase());
  }

  for (const name of stringsIn(jsonOf(request.body))) names.add(name);
  const shown = hasMarker(path) ? Object.values(membersOf(jsonOf(response.body))) : [];
  for (const value of shown) if (typeof value === 'string') names.add(value);

  return names;
}

/** All strings in a JSON value. A recursive search could exhaust the stack: a client may nest its body to any depth. */
function stringsIn(value: unknown): string[] {
  const strings: string[] = [];
  const unvisited = [value];
  while (unvisited.length > 0) {
    const next = unvisited.pop();
    if (typeof next === 'string') strings.push(next);
    if (typeof next === 'object' && next !== null) for (const inner of Object.values(next)) unvisited.push(inner);
  }

  return strings;
}
