/** Decodes percent-encoding (RFC 3986 section 2.1). Nothing throws: what is malformed is kept, or is undefined. */

/** The decoded text; undefined if it is not valid percent-encoded UTF-8. */
export function decodeIfValid(text: string): string | undefined {
  if (!text.includes('%')) return text;
  try {
    return decodeURIComponent(text);
  } catch {
    return undefined;
  }
}

/** Decodes a text, or keeps it if it is not valid percent-encoded UTF-8. */
export function decodeOrKeep(text: string): string {
  return decodeIfValid(text) ?? text;
}
