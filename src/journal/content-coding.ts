/** Decodes compressed bodies (RFC 9110 section 8.4). */

import { brotliDecompressSync, gunzipSync, inflateSync } from 'node:zlib';

/** By content coding. */
const DECODERS: ReadonlyMap<string, (bytes: Buffer, options: { maxOutputLength: number }) => Buffer> = new Map([
  ['gzip', gunzipSync],
  ['x-gzip', gunzipSync],
  ['deflate', inflateSync],
  ['br', brotliDecompressSync],
]);

/** Thrown if a body is larger than the limit. */
export class BodyTooLargeError extends Error {
  override readonly name = 'BodyTooLargeError';
}

/**
 * Decodes a body. Undefined if a coding is unknown or the bytes are broken.
 * @param codings the value of `Content-Encoding`
 * @param limit in bytes
 * @throws BodyTooLargeError if the decoded body is larger than the limit
 */
export function decodeContent(bytes: Buffer, codings: string | undefined, limit: number): Buffer | undefined {
  const names = (codings ?? '')
    .split(',')
    .map((coding) => coding.trim().toLowerCase())
    .filter((coding) => coding !== '' && coding !== 'identity');
  let content = bytes;
  try {
    for (const name of names.toReversed()) {
      const decode = DECODERS.get(name);
      if (decode === undefined) return undefined;
      content = decode(content, { maxOutputLength: limit });
    }
    return content;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ERR_BUFFER_TOO_LARGE') throw new BodyTooLargeError();
    return undefined;
  }
}
