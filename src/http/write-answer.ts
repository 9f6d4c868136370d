/** Writes an answer to the socket, with what the emulator itself has to say in headers of its own. */

import { serializeList, Token, type List } from 'structured-headers';
import { httpDate } from '../domain/clock.js';
import type { Answer } from './answer.js';
import type { Exchange } from './exchange.js';

/** Writes the answer; the time is the sandbox's. */
export function writeAnswer({ res, sandbox, faults, diagnostics }: Exchange, { status, headers, body }: Answer): void {
  const text = body === undefined ? undefined : JSON.stringify(body);
  const written: Record<string, string | number> = { ...headers, Date: httpDate(sandbox.clock.now()) };
  if (text !== undefined) written['Content-Length'] = Buffer.byteLength(text);
  if (faults.length > 0) {
    written['Emulator-Scenario-Applied'] = serializeList(faults.map(({ scenario }): List[number] => [new Token(scenario.name), new Map()]));
  }
  if (diagnostics.length > 0) {
    written['Emulator-Diagnostic'] = serializeList(diagnostics.map((text): List[number] => [ascii(text), new Map()]));
  }
  res.writeHead(status, written);
  res.end(text);
}

/** Strings of RFC 9651 are printable ASCII; other characters are shown as their code points. */
function ascii(text: string): string {
  return text.replace(/[^\x20-\x7e]/gu, (character) => `\\u{${character.codePointAt(0)!.toString(16)}}`);
}
