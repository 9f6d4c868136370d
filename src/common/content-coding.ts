/** Decodes compressed bodies (RFC 9110 section 8.4). */

/** The function of `node:zlib` for each content coding. Most processes need none: the first body loads the module. */
const DECODERS = {
  gzip: 'gunzipSync',
  'x-gzip': 'gunzipSync',
  deflate: 'inflateSync',
  br: 'brotliDecompressSync',
} as const;

/** Whether bodies in the content codings of that header can be decoded. */
export function isKnownCoding(codings: string): boolean {
  return namesIn(codings).every((name) => Object.hasOwn(DECODERS, name));
}

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
  if (codings === undefined) return bytes;
  if (!isKnownCoding(codings)) return undefined;

  try {
    const zlib = process.getBuiltinModule('node:zlib');
    let content = bytes;
    // The header lists codings in the order in which they were applied, so the last one is decoded first.
    for (const name of namesIn(codings).toReversed()) {
      const decode = zlib[DECODERS[name as keyof typeof DECODERS]];
      content = decode(content, { maxOutputLength: limit });
    }

    return content;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ERR_BUFFER_TOO_LARGE') throw new BodyTooLargeError();
    return undefined;
  }
}

/** The codings in the value of a header, in the order in which they were applied. */
function namesIn(codings: string): string[] {
  const names = codings.split(',').map((coding) => coding.trim().toLowerCase());
  return names.filter((name) => name !== '' && name !== 'identity');
}

/** Whether bytes begin as gzip does (RFC 1952 section 2.3.1). */
export function isGzip([first, second]: Uint8Array): boolean {
  return first === 0x1f && second === 0x8b;
}
