/** The content of an answer as it goes over the wire. */

import type { Answer } from './answer.js';

export interface Content {
  readonly text: string;
  /** How many bytes it has in UTF-8. */
  readonly length: number;
  /** The bytes themselves, of content that is sent again and again. */
  readonly bytes?: Buffer;
}

/** The text of an answer, or its body as JSON; undefined where it has neither. */
export function contentOf({ body, text }: Pick<Answer, 'body' | 'text'>): Content | undefined {
  const written = text ?? (body === undefined ? undefined : JSON.stringify(body));
  return written === undefined ? undefined : { text: written, length: Buffer.byteLength(written) };
}
