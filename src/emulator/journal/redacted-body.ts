/** The body of a message without secrets. */

import { isUtf8 } from 'node:buffer';
import type { Redactor } from '../redaction/redactor.js';
import { decodeContent, isGzip } from './content-coding.js';
import { keptBytes, type KeptBody, type MessageBody } from './exchange.js';

/** A compressed body that is larger when decoded is not searched, in bytes. */
const MOST_DECODED_BYTES = 1_048_576;

/**
 * The body of a message without secrets. It is omitted if it contains some that cannot be removed, because it is
 * compressed.
 * @param contentEncoding the header, if the message has it
 */
export function redactedBody(
  body: KeptBody,
  redactor: Redactor,
  contentEncoding: () => string | undefined,
): MessageBody {
  if (typeof body === 'number') return { omitted: true, bytes: body };
  if (typeof body === 'string') return { text: redactedText(body, redactor) };
  const bytes = keptBytes(body);
  const codings = contentEncoding()?.toLowerCase() ?? (isGzip(bytes) ? 'gzip' : 'identity');
  if (codings === 'identity' && isUtf8(bytes)) return { text: redactedText(bytes.toString(), redactor) };
  const content = codings === 'identity' ? bytes.toString('latin1') : decoded(bytes, codings);
  const isClean = content !== undefined && redactedText(content, redactor) === content;
  return isClean ? { base64: bytes.toString('base64') } : { omitted: true, bytes: bytes.length };
}

function redactedText(text: string, redactor: Redactor): string {
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
