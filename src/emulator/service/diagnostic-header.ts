/** The header in which the emulator reports diagnostics beside a response. */

import { serializeList, type List } from 'structured-headers';

/** The value of the `Emulator-Diagnostic` header. */
export function diagnosticHeader(diagnostics: readonly string[]): string {
  const items = fittingDiagnostics(diagnostics).map((diagnostic): List[number] => [diagnostic, new Map()]);
  return serializeList(items);
}

/**
 * The longest diagnostics in a header. Clients refuse a response if all header fields together are too long: Node.js
 * above 16 KiB (https://nodejs.org/api/cli.html#--max-http-header-sizesize).
 */
const LONGEST_DIAGNOSTICS = 8_000;

/** The diagnostics in ASCII, up to the length that fits into a header. The journal has all of them. */
function fittingDiagnostics(diagnostics: readonly string[]): string[] {
  const shown: string[] = [];
  let left = LONGEST_DIAGNOSTICS;
  for (const diagnostic of diagnostics) {
    // No text becomes shorter in ASCII. So one character more than fits is enough to see that the text is too long.
    const text = toAscii(diagnostic.slice(0, left + 1));
    if (text.length > left) return [...shown, `${text.slice(0, left)}... (the journal has the rest)`];

    shown.push(text);
    left -= text.length;
  }

  return shown;
}

/** The text in printable ASCII, as strings of RFC 9651 require. Other characters become their code points. */
function toAscii(text: string): string {
  return text.replace(/[^\x20-\x7e]/gu, (character) => `\\u{${(character.codePointAt(0) ?? 0).toString(16)}}`);
}
