/** Credentials of HTTP Basic (RFC 7617). The inspector reads them, too. */

/**
 * The parts of credentials as sent, not form-decoded (RFC 7617 section 2, RFC 6749 section 2.3.1); undefined if they
 * are malformed: base64 ends with its padding (RFC 4648 section 3.2).
 */
export function basicPair(credentials: string): { readonly id: string; readonly secret: string } | undefined {
  const text = new TextDecoder().decode(bytesIn(credentials));
  const colon = text.indexOf(':');

  return colon === -1 ? undefined : { id: text.slice(0, colon), secret: text.slice(colon + 1) };
}

/** The value of the header `Authorization` with these credentials. */
export function basicHeader(id: string, secret: string): string {
  const bytes = new TextEncoder().encode(`${id}:${secret}`);
  return `Basic ${btoa(String.fromCharCode(...bytes))}`;
}

/** The bytes of base64; none if it is malformed. */
function bytesIn(base64: string): Uint8Array {
  try {
    const characters = atob(base64);
    // `atob` also accepts base64 without its padding, and with blanks in it.
    const isWhole = btoa(characters) === base64;
    return Uint8Array.from(isWhole ? characters : '', (character) => character.charCodeAt(0));
  } catch {
    return new Uint8Array();
  }
}
