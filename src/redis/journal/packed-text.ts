/** Texts of exchanges as Redis keeps them: long ones are compressed, because memory is what Redis has least of. */

import { promisify } from 'node:util';
import { deflateRaw, inflateRawSync } from 'node:zlib';

const compress = promisify(deflateRaw);

/** Shorter texts, in characters, gain little. */
const SHORTEST = 2_048;
/** JSON begins with another character. */
const MARK = 'z';

/** Compresses on another thread. */
export async function packed(text: string): Promise<string> {
  if (text.length < SHORTEST) return text;
  return MARK + (await compress(text, { level: 1 })).toString('base64');
}

/** The text that {@link packed} got. */
export function unpacked(text: string): string {
  return text.startsWith(MARK) ? inflateRawSync(Buffer.from(text.slice(1), 'base64')).toString() : text;
}
