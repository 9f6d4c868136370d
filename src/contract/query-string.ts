/** Reads the query of a URL as an HTML form would have written it (WHATWG URL, application/x-www-form-urlencoded). */

/** Thrown where percent-encoding is broken or does not spell UTF-8. */
export class PercentEncodingError extends Error {
  override readonly name = 'PercentEncodingError';
  /** The text that cannot be decoded. */
  readonly text: string;

  constructor(text: string) {
    super(`not valid percent-encoded UTF-8: ${text}`);
    this.text = text;
  }
}

/** Every value of every name, in order. */
export type FormFields = ReadonlyMap<string, readonly string[]>;

/**
 * Reads `a=1&b=2&a=3`; "+" is a space.
 * @throws PercentEncodingError
 */
export function parseForm(text: string): FormFields {
  const fields = new Map<string, string[]>();
  if (text === '') return fields;
  for (const pair of text.split('&')) {
    if (pair === '') continue;
    const equals = pair.indexOf('=');
    const name = decodeField(equals === -1 ? pair : pair.slice(0, equals));
    const value = equals === -1 ? '' : decodeField(pair.slice(equals + 1));
    const values = fields.get(name);
    if (values === undefined) fields.set(name, [value]);
    else values.push(value);
  }
  return fields;
}

/**
 * Decodes one path segment.
 * @throws PercentEncodingError
 */
export function decodeSegment(text: string): string {
  if (!text.includes('%')) return text;
  try {
    return decodeURIComponent(text);
  } catch {
    throw new PercentEncodingError(text);
  }
}

function decodeField(text: string): string {
  return decodeSegment(text.includes('+') ? text.replaceAll('+', ' ') : text);
}

/** Path and query of a request's URL as they came; the query is absent where there is no question mark. */
export function splitUrl(url: string): string[] {
  const mark = url.indexOf('?');
  return mark === -1 ? [url] : [url.slice(0, mark), url.slice(mark + 1)];
}
