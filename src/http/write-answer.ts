/** Writes an answer to the socket, with what the emulator itself has to say in headers of its own. */

import { serializeList, Token, type List } from 'structured-headers';
import { httpDate } from '../domain/clock.js';
import type { Answer } from './answer.js';
import { deliverAnswer } from './deliver-answer.js';
import type { Exchange } from './exchange.js';

/** Writes the answer; the time in it is the sandbox's, `exchangeId` its number in the journal. */
export async function writeAnswer(exchange: Exchange, { status, headers, body, text, delivery }: Answer, exchangeId: number): Promise<void> {
  const content = text ?? (body === undefined ? undefined : JSON.stringify(body));
  const written: Record<string, string | number> = { ...headers, Date: httpDate(exchange.sandbox.clock.now()), ...ownHeaders(exchange, exchangeId) };
  if (content !== undefined) written['Content-Length'] = Buffer.byteLength(content);
  if (delivery !== undefined) {
    await deliverAnswer(exchange.res, { status, headers: written, body: Buffer.from(content ?? '') }, delivery);
    return;
  }
  exchange.res.writeHead(status, written);
  exchange.res.end(content);
}

function ownHeaders({ faults, diagnostics, preference }: Exchange, exchangeId: number): Record<string, string> {
  const own: Record<string, string> = { 'Emulator-Exchange': String(exchangeId) };
  if (preference !== undefined) own['Preference-Applied'] = preference;
  if (faults.length > 0) {
    const names = new Set(faults.map(({ scenario }) => scenario.name));
    own['Emulator-Scenario-Applied'] = serializeList([...names].map((name): List[number] => [new Token(name), new Map()]));
  }
  if (diagnostics.length > 0) {
    own['Emulator-Diagnostic'] = serializeList(diagnostics.map((diagnostic): List[number] => [ascii(diagnostic), new Map()]));
  }
  return own;
}

/** Strings of RFC 9651 are printable ASCII; other characters are shown as their code points. */
function ascii(text: string): string {
  return text.replace(/[^\x20-\x7e]/gu, (character) => `\\u{${character.codePointAt(0)!.toString(16)}}`);
}
