/** Texts of exchanges as Redis keeps them: long ones are compressed, because memory is what Redis has least of. */

import { deflateRawSync, inflateRawSync } from 'node:zlib';

/**
 * In characters. A shorter text loses a fifth of its bytes, mostly because its access token cannot be compressed, and that
 * would take a fifth of the processor time of its request.
 */
const SHORTEST = 8_192;
/** A window for short texts: the usual one takes longer to set up than they take to compress. */
const OPTIONS = { level: 1, windowBits: 13, memLevel: 5 };
/** JSON begins with another character. */
const MARK = 'z';

export function packed(text: string): string {
  return text.length < SHORTEST ? text : MARK + deflateRawSync(text, OPTIONS).toString('base64');
}

/** The text that {@link packed} got. */
export function unpacked(text: string): string {
  return text.startsWith(MARK) ? inflateRawSync(Buffer.from(text.slice(1), 'base64')).toString() : text;
}
