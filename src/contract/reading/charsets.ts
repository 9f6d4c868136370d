/** The charsets that a form may be in. JSON is always UTF-8 (RFC 8259 section 8.1). */

import { PercentEncodingError } from '../query-string.js';

/** Decodes a name or a value of a form that was read byte by byte: a character for each byte. */
type FieldDecoder = (text: string) => string;

/** A charset in which each byte is a character. */
interface ByteCharset {
  readonly name: string;
  /** The text of these bytes, one character for each; undefined if a byte has no character in the charset. */
  readonly decode: (bytes: string) => string | undefined;
}

/** The characters of windows-1252 for the bytes 0x80 to 0x9F. Five of these bytes remain control characters. */
const WINDOWS_1252 =
  '\u20ac\x81\u201a\u0192\u201e\u2026\u2020\u2021\u02c6\u2030\u0160\u2039\u0152\x8d\u017d\x8f' +
  '\x90\u2018\u2019\u201c\u201d\u2022\u2013\u2014\u02dc\u2122\u0161\u203a\u0153\x9d\u017e\u0178';

const US_ASCII: ByteCharset = {
  name: 'US-ASCII',
  decode: (bytes) => (/[\x80-\xff]/.test(bytes) ? undefined : bytes),
};
// ISO-8859-1 as IANA registered it, and as servers read it. Browsers read it as windows-1252 (WHATWG Encoding).
const ISO_8859_1: ByteCharset = { name: 'ISO-8859-1', decode: (bytes) => bytes };
const WINDOWS: ByteCharset = {
  name: 'windows-1252',
  // TextDecoder is not used: some versions of Node.js decode these bytes as ISO-8859-1.
  decode: (bytes) => bytes.replace(/[\x80-\x9f]/g, (byte) => WINDOWS_1252[byte.charCodeAt(0) - 0x80]!),
};

/** By label, in lower case. */
const CHARSETS: ReadonlyMap<string, ByteCharset> = new Map([
  ['us-ascii', US_ASCII],
  ['ascii', US_ASCII],
  ['iso-8859-1', ISO_8859_1],
  ['latin1', ISO_8859_1],
  ['windows-1252', WINDOWS],
  ['cp1252', WINDOWS],
]);

/** Whether a content type has no charset, or UTF-8. */
export function isUtf8(charset: string | undefined): boolean {
  return charset === undefined || charset === 'utf-8' || charset === 'utf8';
}

/** Whether a form may have this charset. */
export function isFormCharset(charset: string | undefined): boolean {
  return isUtf8(charset) || CHARSETS.has(charset!);
}

/**
 * The decoder for fields of a form in another charset than UTF-8; it also decodes percent-encoded bytes. Undefined for
 * UTF-8: a text in UTF-8 is decoded as a whole, before its fields.
 */
export function fieldDecoder(charset: string | undefined): FieldDecoder | undefined {
  const known = charset === undefined ? undefined : CHARSETS.get(charset);
  if (known === undefined) return undefined;
  return (text) => {
    if (/%(?![\da-f]{2})/i.test(text)) throw new PercentEncodingError(text, known.name);
    const bytes = text.replace(/%(..)/g, (_, digits: string) => String.fromCharCode(Number.parseInt(digits, 16)));
    const decoded = known.decode(bytes);
    if (decoded === undefined) throw new PercentEncodingError(text, known.name);
    return decoded;
  };
}
