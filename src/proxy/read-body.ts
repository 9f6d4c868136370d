/** Reads bodies to their end, up to a bound; and undoes what `Content-Encoding` says. */

import type { IncomingMessage } from 'node:http';
import { brotliDecompressSync, gunzipSync, inflateSync } from 'node:zlib';

/** Thrown where a body is larger than it may be. */
export class BodyTooLargeError extends Error {
  override readonly name = 'BodyTooLargeError';
}

/**
 * The whole body.
 * @throws BodyTooLargeError as soon as it is known; the rest is not read
 */
export async function readBounded(message: IncomingMessage, most: number): Promise<Buffer> {
  if (Number(message.headers['content-length'] ?? 0) > most) throw new BodyTooLargeError();
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of message.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
    bytes += chunk.length;
    if (bytes > most) throw new BodyTooLargeError();
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

const DECODERS: ReadonlyMap<string, (bytes: Buffer, options: { maxOutputLength: number }) => Buffer> = new Map([
  ['gzip', gunzipSync],
  ['x-gzip', gunzipSync],
  ['deflate', inflateSync],
  ['br', brotliDecompressSync],
]);

/**
 * The content behind the codings; undefined where one is unknown or broken.
 * @throws BodyTooLargeError where it is larger than it may be
 */
export function decodeContent(bytes: Buffer, codings: string | undefined, most: number): Buffer | undefined {
  const names = (codings ?? '')
    .split(',')
    .map((coding) => coding.trim().toLowerCase())
    .filter((coding) => coding !== '' && coding !== 'identity');
  let content = bytes;
  try {
    for (const name of names.toReversed()) {
      const decode = DECODERS.get(name);
      if (decode === undefined) return undefined;
      content = decode(content, { maxOutputLength: most });
    }
    return content;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ERR_BUFFER_TOO_LARGE') throw new BodyTooLargeError();
    return undefined;
  }
}
