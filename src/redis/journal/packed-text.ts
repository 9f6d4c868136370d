/** Texts of exchanges as Redis keeps them: long ones are compressed, because memory is what Redis has least of. */

import { deflateRawSync, inflateRawSync } from 'node:zlib';

/** Shorter texts, in characters, gain little. */
const SHORTEST = 2_048;
/** A window for short texts: the usual one takes longer to set up than they take to compress. */
const OPTIONS = { level: 1, windowBits: 13, memLevel: 6 };
/** JSON begins with another character. */
const MARK = 'z';

export function packed(text: string): string {
  return text.length < SHORTEST ? text : MARK + deflateRawSync(text, OPTIONS).toString('base64');
}

/** The text that {@link packed} got. */
export function unpacked(text: string): string {
  return text.startsWith(MARK) ? inflateRawSync(Buffer.from(text.slice(1), 'base64')).toString() : text;
}
