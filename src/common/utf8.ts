/** Strict UTF-8: bytes of something else are refused, and not replaced. */

const UTF8 = new TextDecoder('utf-8', { fatal: true });

/** The text of bytes, without a byte order mark; undefined if they are not valid UTF-8. */
export function decodeUtf8(bytes: Uint8Array): string | undefined {
  try {
    return UTF8.decode(bytes);
  } catch {
    return undefined;
  }
}
