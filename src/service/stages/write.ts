/** Writes an answer to the socket, with what the emulator itself has to say in headers of its own. */

import type { Response } from 'express';
import { type List, serializeList, Token } from 'structured-headers';
import { choicesText } from '../../contract/variants/choose-variants.js';
import { NO_VARIANTS } from '../../contract/variants/variant-point.js';
import { CachedResponse } from '../response-cache.js';
import type { ServiceContext } from '../service-context.js';
import type { Content, ServiceResponse, Delivery } from '../service-response.js';
import { deliverAnswer } from './deliver.js';
import type { Exchange } from './exchange.js';

/** An answer as it goes over the wire. */
export interface WrittenResponse {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | number>>;
  readonly content: Content | undefined;
  /** How it is sent, where that is not at once and whole. */
  readonly delivery: Delivery | undefined;
}

/** The answer with everything that it carries over the wire; the time in it is that of the exchange. */
export function writtenResponse(
  { dateHeaders }: ServiceContext,
  exchange: Exchange,
  answer: ServiceResponse,
): WrittenResponse {
  const { status, headers, delivery } = answer;
  const content = answer instanceof CachedResponse ? answer.content : contentOf(answer);
  // Not by a spread: V8 gives each object that is spread and added to a hidden class of its own, and journals keep them.
  const written: Record<string, string | number> = {};
  for (const name of Object.keys(headers)) written[name] = headers[name]!;
  written['Date'] = dateHeaders.at(exchange.start!.at);
  addOwnHeaders(exchange, written);
  if (content !== undefined) written['Content-Length'] = content.length;
  return { status, headers: written, content, delivery };
}

/** Sends the answer; resolves when it has been written. */
export async function deliver(res: Response, { status, headers, content, delivery }: WrittenResponse): Promise<void> {
  if (delivery !== undefined) {
    await deliverAnswer(res, { status, headers, body: Buffer.from(content?.text ?? '') }, delivery);
    return;
  }
  res.writeHead(status, headers);
  if (content === undefined) res.end();
  else if (content.bytes !== undefined) res.end(content.bytes);
  // Where every character is one byte, both encodings write the same bytes, and Node writes this one many times faster.
  else res.end(content.text, content.length === content.text.length ? 'latin1' : 'utf8');
}

function addOwnHeaders(
  { start, contract, faults, diagnostics, preference }: Exchange,
  own: Record<string, string | number>,
): void {
  own['Emulator-Exchange'] = String(start!.number);
  if (preference !== undefined) own['Preference-Applied'] = preference;
  if (contract.variants !== NO_VARIANTS) own['Emulator-Variant'] = choicesText(contract.variants);
  if (faults.length > 0) {
    const names = new Set(faults.map(({ scenario }) => scenario.name));
    own['Emulator-Scenario-Applied'] = serializeList(
      [...names].map((name): List[number] => [new Token(name), new Map()]),
    );
  }
  if (diagnostics.length > 0) {
    own['Emulator-Diagnostic'] = serializeList(
      diagnostics.map((diagnostic): List[number] => [ascii(diagnostic), new Map()]),
    );
  }
}

/** Strings of RFC 9651 are printable ASCII; other characters are shown as their code points. */
function ascii(text: string): string {
  return text.replace(/[^\x20-\x7e]/gu, (character) => `\\u{${character.codePointAt(0)!.toString(16)}}`);
}

/** The text of an answer, or its body as JSON; undefined where it has neither. */
export function contentOf({ body, text }: Pick<ServiceResponse, 'body' | 'text'>): Content | undefined {
  const written = text ?? (body === undefined ? undefined : JSON.stringify(body));
  if (written === undefined) return undefined;
  const length = Buffer.byteLength(written);
  return { text: written, length, ...(length !== written.length && { bytes: encoded(written, length) }) };
}

/** Not by `Buffer.from`, which would measure it once more. */
function encoded(text: string, length: number): Buffer {
  const bytes = Buffer.allocUnsafe(length);
  bytes.write(text);
  return bytes;
}
