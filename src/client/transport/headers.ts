/** The headers of a request. */

import { check } from '../arguments.js';
import type { ConnectConfig } from '../settings/config.js';

const USER_AGENT = 'id-emulator-sdk/0.1.0';
/** A valid header. Headers that the transport sets itself are refused: wrong values would break the request. */
const HEADER = /^(?!(content-length|expect|te|trailer|transfer-encoding|upgrade):)[^\s:]+:[\t -~\x80-\xff]*$/i;

/**
 * The headers of a request: those of the library, then those of each list. Later headers replace earlier ones.
 * @throws InvalidArgumentError for a name or value that no header can have, and for a header that the transport sets
 */
export function requestHeaders(...lists: readonly ConnectConfig['headers'][]): Record<string, string> {
  const headers: Record<string, string> = { accept: 'application/json', 'user-agent': USER_AGENT };
  for (const list of lists) {
    const fields = (typeof list === 'function' ? list() : list) ?? {};
    const pairs = Symbol.iterator in fields ? (fields as Iterable<[string, number | null]>) : Object.entries(fields);
    for (const [name, value] of pairs) {
      if (value === undefined || value === null) continue;

      check(HEADER.test(`${name}:${value as string}`), `the header ${name} cannot be sent`);
      headers[name.toLowerCase()] = String(value);
    }
  }

  return headers;
}
