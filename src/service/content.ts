/** The content of an answer as it goes over the wire. */

import type { Answer } from './answer.js';

export interface Content {
  readonly text: string;
  /** How many bytes it has in UTF-8. */
  readonly length: number;
  /** The bytes themselves: of content that is sent again and again, and of what is not ASCII, which a socket would encode more slowly. */
  readonly bytes?: Buffer;
}

/** The text of an answer, or its body as JSON; undefined where it has neither. */
export function contentOf({ body, text }: Pick<Answer, 'body' | 'text'>): Content | undefined {
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
