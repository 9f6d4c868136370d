/** Texts of exchanges as Redis keeps them: long ones are compressed, because memory is what Redis has least of. */

import { promisify } from 'node:util';
import { deflateRaw, deflateRawSync, inflateRawSync } from 'node:zlib';

/** Shorter texts, in characters, gain little. */
const SHORTEST = 2_048;
/** Longer texts are compressed on another thread, which costs four times as much processor time for a short one. */
const LONGEST_HERE = 65_536;
/** A window for short texts: the usual one takes longer to set up than they take to compress. */
const OPTIONS = { level: 1, windowBits: 13, memLevel: 6 };
/** JSON begins with another character. */
const MARK = 'z';

const compressElsewhere = promisify(deflateRaw);

export async function packed(text: string): Promise<string> {
  if (text.length < SHORTEST) return text;
  const bytes = text.length > LONGEST_HERE ? await compressElsewhere(text, OPTIONS) : deflateRawSync(text, OPTIONS);
  return MARK + bytes.toString('base64');
}

/** The text that {@link packed} got. */
export function unpacked(text: string): string {
  return text.startsWith(MARK) ? inflateRawSync(Buffer.from(text.slice(1), 'base64')).toString() : text;
}
