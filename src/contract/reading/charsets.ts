/** The charsets that a form may be in. JSON is always UTF-8 (RFC 8259 section 8.1). */

import { PercentEncodingError } from '../query-string.js';

/** Decodes a name or a value of a form that was read byte by byte: a character for each byte. */
export type FieldDecoder = (text: string) => string;

/** Returns the text of bytes, one character for each; undefined if a byte has no character in the charset. */
type ByteDecoder = (bytes: string) => string | undefined;

/** The characters of windows-1252 for the bytes 0x80 to 0x9F. Five of these bytes remain control characters. */
const WINDOWS_1252 =
  '\u20ac\x81\u201a\u0192\u201e\u2026\u2020\u2021\u02c6\u2030\u0160\u2039\u0152\x8d\u017d\x8f' +
  '\x90\u2018\u2019\u201c\u201d\u2022\u2013\u2014\u02dc\u2122\u0161\u203a\u0153\x9d\u017e\u0178';

const asciiText: ByteDecoder = (bytes) => (/[\x80-\xff]/.test(bytes) ? undefined : bytes);
// Servers read ISO-8859-1 as IANA registered it. Browsers would read windows-1252 in its place (WHATWG Encoding).
const latin1Text: ByteDecoder = (bytes) => bytes;
// TextDecoder is not used: some versions of Node.js decode these bytes as ISO-8859-1.
const windowsText: ByteDecoder = (bytes) =>
  bytes.replace(/[\x80-\x9f]/g, (byte) => WINDOWS_1252[byte.charCodeAt(0) - 0x80]!);

/** The names of charsets and their decoders, by label in lower case. */
const CHARSETS: ReadonlyMap<string, readonly [name: string, decode: ByteDecoder]> = new Map([
  ['us-ascii', ['US-ASCII', asciiText]],
  ['ascii', ['US-ASCII', asciiText]],
  ['iso-8859-1', ['ISO-8859-1', latin1Text]],
  ['latin1', ['ISO-8859-1', latin1Text]],
  ['windows-1252', ['windows-1252', windowsText]],
  ['cp1252', ['windows-1252', windowsText]],
]);

/** Whether a content type has no charset, or UTF-8. */
export function isUtf8Charset(charset: string | undefined): boolean {
  return charset === undefined || charset === 'utf-8' || charset === 'utf8';
}

/** Whether a form may have this charset. */
export function isFormCharset(charset: string | undefined): boolean {
  return isUtf8Charset(charset) || CHARSETS.has(charset!);
}

/**
 * The decoder for fields of a form in another charset than UTF-8; it also decodes percent-encoded bytes. Undefined for
 * UTF-8: a text in UTF-8 is decoded as a whole, before its fields.
 */
export function fieldDecoder(charset: string | undefined): FieldDecoder | undefined {
  const [name, decode] = CHARSETS.get(charset ?? '') ?? [];
  if (decode === undefined) return undefined;

  return (text) => {
    const bytes = text.replace(/%(..)/g, (_, digits: string) => String.fromCharCode(Number.parseInt(digits, 16)));
    // A percent sign without two hexadecimal digits after it is a mistake.
    const decoded = /%(?![\da-f]{2})/i.test(text) ? undefined : decode(bytes);
    if (decoded === undefined) throw new PercentEncodingError(text, name);

    return decoded;
  };
}
