/**
 * Verification links in texts of the journal. The journal removes the seal (the signature) of a token, so that nobody
 * can use the token. The rest still names the credential.
 */

/** What the journal writes in the place of a seal. */
const SEAL = '.~seal~';
/** A token without its seal. */
const TOKEN = /(?<![\w-])[\w-]*\.~seal~/g;

/** What a link token names. */
export interface LinkContent {
  /** ID of the credential. */
  readonly subject: string;
  /** Milliseconds since 1970. */
  readonly expiresAt: number;
}

/** The links in a text of the journal: one for each credential, the last one of the text. */
export function linksIn(text: string): LinkContent[] {
  const found = tokensIn(text).flatMap((token) => contentOf(token.slice(0, -SEAL.length)) ?? []);
  return [...new Map(found.map((link) => [link.subject, link])).values()];
}

/** The text with another link in the place of each link. */
export function withLinks(text: string, link: string): string {
  return tokensIn(text).reduce((replaced, token) => replaced.replace(token, () => link), text);
}

/** What the control plane makes a new link from. */
export function newLinkFor({ subject }: Pick<LinkContent, 'subject'>): { readonly contractId: string } {
  return { contractId: subject };
}

/** The tokens of the links in a text. */
function tokensIn(text: string): string[] {
  return [...text.matchAll(TOKEN)].map(([token]) => token);
}

/**
 * What a token without its seal names; undefined if it is cut. Its bytes are: a text and another text, each behind a
 * byte with its length; 6 bytes of time; 4 bytes of a number; 1 byte that says how the ID is written; and the ID.
 */
function contentOf(token: string): LinkContent | undefined {
  const bytes = Uint8Array.from(atob(token.replaceAll('-', '+').replaceAll('_', '/')), (byte) => byte.charCodeAt(0));

  // Where the parts begin.
  const secondText = 1 + (bytes[0] ?? 0);
  const time = secondText + 1 + (bytes[secondText] ?? 0);
  const form = time + 10;
  const id = bytes.slice(form + 1);
  if (id.length === 0) return undefined;

  // A token has two digits of a hexadecimal ID in each byte. The form 1 says so.
  const hex = Array.from(id, (byte) => byte.toString(16).padStart(2, '0')).join('');
  const isHex = bytes[form] === 1;
  const expiresAt = bytes.slice(time, time + 6).reduce((sum, byte) => sum * 256 + byte, 0);

  return { subject: isHex ? hex : new TextDecoder().decode(id), expiresAt };
}
