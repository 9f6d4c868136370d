/** Verification links in texts of the journal: without their seal, they are dead, but they name their credential. */

/** Stands behind the rest of a token, which names the credential. */
const SEAL = '.~seal~';
const TOKEN = /(?<![\w-])[\w-]*\.~seal~/g;

/** What a link token names. */
export interface LinkContent {
  /** ID of the credential. */
  readonly subject: string;
  /** Milliseconds since 1970. */
  readonly expiresAt: number;
}

/** The links in a text of the journal, each credential once. */
export function linksIn(text: string): LinkContent[] {
  const found = tokensIn(text).flatMap((token) => contentOf(token.slice(0, -SEAL.length)) ?? []);
  return [...new Map(found.map((link) => [link.subject, link])).values()];
}

/** The text with something else in the place of the links. */
export function withLinks(text: string, link: string): string {
  return tokensIn(text).reduce((replaced, token) => replaced.replace(token, () => link), text);
}

/** What the control plane makes a new link from. */
export function newLinkFor({ subject }: Pick<LinkContent, 'subject'>): { readonly contractId: string } {
  return { contractId: subject };
}

function tokensIn(text: string): string[] {
  return [...text.matchAll(TOKEN)].map(([token]) => token);
}

/** The bytes are: a text with its length, another one, 6 bytes of time, 4 of a number, and what the link is about. */
function contentOf(token: string): LinkContent | undefined {
  const bytes = Uint8Array.from(atob(token.replaceAll('-', '+').replaceAll('_', '/')), (byte) => byte.charCodeAt(0));
  const textAt = 1 + (bytes[0] ?? 0);
  const timeAt = textAt + 1 + (bytes[textAt] ?? 0);
  const subject = bytes.slice(timeAt + 10);
  if (subject.length < 2) return undefined;

  const hex = Array.from(subject.slice(1), (byte) => byte.toString(16).padStart(2, '0')).join('');
  const id = bytes[timeAt + 10] === 1 ? hex : new TextDecoder().decode(subject.slice(1));

  return { subject: id, expiresAt: bytes.slice(timeAt, timeAt + 6).reduce((time, byte) => time * 256 + byte, 0) };
}
