/** A violation of the contract as the proxy tells it, in the form of Prism's `sl-violations` header. */

/** What departs from the contract, and where. */
export interface ProxyViolation {
  /** `request` or `response`, its part, and the way to the value: `['response', 'body', 'items', '0', 'kycStatus']`. */
  readonly location: readonly string[];
  readonly severity: 'Error';
  /** The rule, such as `required`, `type` or `enum`. */
  readonly code: string;
  readonly message: string;
}

/** A violation with no rule of a schema behind it. */
export function violationAt(location: readonly string[], code: string, message: string): ProxyViolation {
  return { location, severity: 'Error', code, message };
}

/** One line for a person. */
export function describeViolation({ location, message }: ProxyViolation): string {
  const [side = '', part = '', ...way] = location;
  return `${side} ${part}${way.map((step) => `/${step}`).join('')}: ${message}`;
}

/** Clients stop reading at 16 kB of headers (Node.js); the journal has everything. */
const MOST_BYTES = 3_000;

/** As many of the violations as a header has room for: JSON in ASCII. */
export function violationsHeader(violations: readonly ProxyViolation[]): string {
  for (let count = violations.length; count > 0; count = Math.floor(count / 2)) {
    const text = ascii(JSON.stringify(violations.slice(0, count)));
    if (text.length <= MOST_BYTES) return text;
  }
  return '[]';
}

/** As many of the sentences as a header has room for: a list of strings (RFC 9651). */
export function diagnosticsHeader(sentences: readonly string[]): string {
  let text = '';
  for (const sentence of sentences) {
    const item = `"${ascii(sentence).replace(/["\\]/g, '\\$&')}"`;
    if (text.length + item.length > MOST_BYTES) break;
    text += text === '' ? item : `, ${item}`;
  }
  return text;
}

/** Headers are ASCII; other characters stand as JSON escapes them. */
function ascii(text: string): string {
  return text.replace(/[^\x20-\x7e]/g, (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`);
}
