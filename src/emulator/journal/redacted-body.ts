/** The body of a message without secrets. */

import { isUtf8 } from 'node:buffer';
import type { Steps } from '../../common/steps.js';
import type { MessageRedactor } from '../redaction/redactor.js';
import { decodeContent, isGzip } from '../../common/content-coding.js';
import { keptContent, type KeptBody, type MessageBody } from './exchange.js';

/** The largest compressed body that is searched, in bytes after decoding. A small body may decode to a huge one. */
const MOST_DECODED_BYTES = 1_048_576;

/**
 * The body of a message without secrets, in steps. A compressed body with secrets is omitted, because secrets cannot be
 * removed from compressed bytes.
 * @param contentEncoding the header, if the message has it
 */
export function* redactedBody(
  kept: KeptBody | undefined,
  redactor: MessageRedactor,
  contentEncoding: () => string | undefined,
): Steps<MessageBody | undefined> {
  if (kept === undefined) return undefined;

  const content = keptContent(kept);
  if (typeof content === 'number') return { omitted: true, bytes: content };
  if (typeof content === 'string') return { text: yield* redactedText(content, redactor) };

  const body = Buffer.from(content.buffer, content.byteOffset, content.length);
  // Some clients send a compressed body without the header.
  const usual = isGzip(body) ? 'gzip' : 'identity';
  const codings = contentEncoding()?.toLowerCase() ?? usual;
  if (codings === 'identity' && isUtf8(body)) return { text: yield* redactedText(body.toString(), redactor) };

  // Bytes that are no UTF-8 may contain a secret in ASCII, which Latin-1 shows.
  const text = codings === 'identity' ? body.toString('latin1') : decoded(body, codings);
  const isClean = text !== undefined && (yield* redactedText(text, redactor)) === text;
  return isClean ? { base64: body.toString('base64') } : { omitted: true, bytes: body.length };
}

/** An unreadable message without secrets. Each line is searched as what it resembles: a header, a form, or any text. */
export function* redactedMessage(text: string, redactor: MessageRedactor): Steps<MessageBody | undefined> {
  const lines: string[] = [];
  for (const line of text.split('\n')) {
    // A header such as `Accept: text/html`.
    const [, name = '', gap = '', value] = /^([\w-]+)( *: *)(.*)/s.exec(line) ?? [];
    if (value === undefined) lines.push(yield* redactedText(line, redactor));
    else lines.push(redactor.field(name, value).join(gap));
  }

  return text === '' ? undefined : { text: lines.join('\n') };
}

/** A text without secrets. Whatever does not look like JSON may be a form. */
function redactedText(text: string, redactor: MessageRedactor): Steps<string> {
  const isJson = /^\s*[[{"]/.test(text);
  return redactor.inSteps(text, isJson ? 'any' : 'form');
}

/** The text of a compressed body; undefined if it cannot be read. */
function decoded(bytes: Buffer, codings: string): string | undefined {
  try {
    return decodeContent(bytes, codings, MOST_DECODED_BYTES)?.toString();
  } catch {
    return undefined;
  }
}
