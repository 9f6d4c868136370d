/** The body of a message without secrets. */

import { isUtf8 } from 'node:buffer';
import type { MessageRedactor } from '../redaction/redactor.js';
import { decodeContent, isGzip } from './content-coding.js';
import { keptContent, type KeptBody, type MessageBody } from './exchange.js';

/** A compressed body that is larger when decoded is not searched, in bytes. */
const MOST_DECODED_BYTES = 1_048_576;

/**
 * The body of a message without secrets. It is omitted if it contains some that cannot be removed, because it is
 * compressed.
 * @param contentEncoding the header, if the message has it
 */
export function redactedBody(
  kept: KeptBody,
  redactor: MessageRedactor,
  contentEncoding: () => string | undefined,
): MessageBody {
  const content = keptContent(kept);
  if (typeof content === 'number') return { omitted: true, bytes: content };
  if (typeof content === 'string') return { text: redactedText(content, redactor) };
  const body = Buffer.from(content.buffer, content.byteOffset, content.length);
  const codings = contentEncoding()?.toLowerCase() ?? (isGzip(body) ? 'gzip' : 'identity');
  if (codings === 'identity' && isUtf8(body)) return { text: redactedText(body.toString(), redactor) };
  const text = codings === 'identity' ? body.toString('latin1') : decoded(body, codings);
  const isClean = text !== undefined && redactedText(text, redactor) === text;
  return isClean ? { base64: body.toString('base64') } : { omitted: true, bytes: body.length };
}

function redactedText(text: string, redactor: MessageRedactor): string {
  return /^\s*[[{"]/.test(text) ? redactor.text(text) : redactor.form(text);
}

/** The text of a compressed body; undefined if it cannot be read. */
function decoded(bytes: Buffer, codings: string): string | undefined {
  try {
    return decodeContent(bytes, codings, MOST_DECODED_BYTES)?.toString();
  } catch {
    return undefined;
  }
}
