/** Reads what the emulator reports beside a response. */

import type { IncomingHttpHeaders } from 'node:http';
import { parseList } from 'structured-headers';

/** The emulator's diagnostics in a response's headers: `Emulator-Diagnostic`, a list of strings (RFC 9651). */
export function parseDiagnostics({ 'emulator-diagnostic': field }: IncomingHttpHeaders): string[] {
  if (typeof field !== 'string') return [];
  try {
    return parseList(field).flatMap(([value]) => (typeof value === 'string' ? [value] : []));
  } catch {
    return [field];
  }
}
