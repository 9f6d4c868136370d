/**
 * The markers that replace secrets in a journal.
 *
 * If a client sends a text that looks like a marker, the text gets `text:` after its first tilde:
 * `~text:client-secret~`. So each marker in a journal is genuine, and different texts stay different. Markers consist
 * of characters that need no encoding in URLs, headers, forms and JSON.
 */

/** The markers, each with a description of what it replaces. */
export const MARKERS = {
  /** The sandbox's client secret, in any encoding. */
  clientSecret: '~client-secret~',
  /** Base64 that contains the sandbox's client secret, outside the `Authorization` header. */
  basicCredentials: '~basic-credentials~',
  /** The signature of an access token. The token's header and claims stand before it. */
  signature: '~signature~',
  /** The seal of a link token. The rest of the token stands before it. */
  seal: '~seal~',
  /** Every other secret: a wrong client secret, or a token or password of another service. */
  otherSecret: '~other-secret~',
} as const;

/** Matches a marker, or a text that looked like a marker and was escaped: `~text:seal~`. */
const MARKER = /~(?:text:)*(?:client-secret|basic-credentials|signature|seal|other-secret)~/g;
const ESCAPE = 'text:';

/** A part of a text, and what replaces the part. */
export interface Span {
  readonly start: number;
  readonly end: number;
  readonly shown: string;
}

/** Whether a text of a journal contains a marker. */
export function hasMarker(text: string): boolean {
  return (text.match(MARKER) ?? []).some((found) => !found.startsWith(`~${ESCAPE}`));
}

/**
 * The text with the spans replaced. If spans overlap, the span with the earlier start counts, then the longer span, and
 * then the span that is earlier in the list.
 */
export function replaceSpans(text: string, spans: readonly Span[]): string {
  if (spans.length === 0) return text;

  const inOrder = spans.toSorted((one, other) => one.start - other.start || other.end - one.end);
  let replaced = '';
  let done = 0;

  for (const { start, end, shown } of inOrder) {
    // A span that overlaps an earlier one is not replaced again, but what it covers is removed with it.
    if (start >= done) replaced += text.slice(done, start) + shown;
    done = Math.max(done, end);
  }

  return replaced + text.slice(done);
}

/** The spans that escape each text which looks like a marker: they replace nothing, and insert `text:`. */
export function escapesIn(text: string): Span[] {
  const places = text.includes('~') ? [...text.matchAll(MARKER)].map(({ index }) => index + 1) : [];
  return places.map((start) => ({ start, end: start, shown: ESCAPE }));
}

/** A JSON value in which all strings are changed, including the names of members. */
export function mapStrings<Value>(value: Value, change: (text: string) => string): Value {
  if (typeof value === 'string') return change(value) as Value;
  if (Array.isArray(value)) return value.map((item: unknown) => mapStrings(item, change)) as Value;
  if (typeof value !== 'object' || value === null) return value;

  const members = Object.entries(value).map(([name, member]) => [change(name), mapStrings(member as unknown, change)]);

  return Object.fromEntries(members) as Value;
}
