/** Reads what the emulator says of a request in the headers of its answer. */

import type { IncomingHttpHeaders } from 'node:http';
import { parseList } from 'structured-headers';

/** The diagnostics, in their order (`Emulator-Diagnostic`, a list of strings by RFC 9651). */
export function readDiagnostics({ 'emulator-diagnostic': field }: IncomingHttpHeaders): string[] {
  if (typeof field !== 'string') return [];
  try {
    return parseList(field).flatMap(([value]) => (typeof value === 'string' ? [value] : []));
  } catch {
    return [field];
  }
}
