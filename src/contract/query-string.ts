/** Parses the query of a URL and form bodies: application/x-www-form-urlencoded (WHATWG URL). */

import { decodeIfValid } from '../common/percent-encoding.js';

/** A text that is not valid in percent-encoded UTF-8, or in the charset of its sender. */
export class PercentEncodingError extends Error {
  override readonly name = 'PercentEncodingError';
  /** The text that cannot be decoded. */
  readonly text: string;
  readonly charset: string;

  constructor(text: string, charset = 'UTF-8') {
    super(`not valid percent-encoded ${charset}: ${text}`);
    this.text = text;
    this.charset = charset;
  }
}

/** Every value of every name, in order. */
export type FormFields = ReadonlyMap<string, readonly string[]>;

/**
 * Parses `a=1&b=2&a=3`. A "+" is a space.
 * @param decode decodes a name or value without "+". Default: as percent-encoded UTF-8.
 * @throws PercentEncodingError if a name or value cannot be decoded
 */
export function parseForm(text: string, decode: (text: string) => string = decodeSegment): FormFields {
  const decodeField = (field: string): string => decode(field.includes('+') ? field.replaceAll('+', ' ') : field);
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

/** The fields of a form, by {@link parseForm}; undefined if the text cannot be decoded. */
export function parseFormIfReadable(text: string): FormFields | undefined {
  try {
    return parseForm(text);
  } catch (error) {
    if (error instanceof PercentEncodingError) return undefined;
    throw error;
  }
}

/** Each field with its first value. */
export function firstValues(fields: FormFields): Record<string, string | undefined> {
  return Object.fromEntries([...fields].map(([name, [value]]) => [name, value]));
}

/**
 * Decodes one path segment.
 * @throws PercentEncodingError if it is not valid percent-encoded UTF-8
 */
export function decodeSegment(text: string): string {
  const decoded = decodeIfValid(text);
  if (decoded === undefined) throw new PercentEncodingError(text);
  return decoded;
}

/** Splits a request's URL into path and, if there is one, query. Decodes nothing. */
export function splitUrl(url: string): string[] {
  const mark = url.indexOf('?');
  return mark === -1 ? [url] : [url.slice(0, mark), url.slice(mark + 1)];
}
