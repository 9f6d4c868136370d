/** Dates and times as text. */

/** ISO 8601 in UTC with milliseconds. */
export function isoTimestamp(at: number): string {
  return new Date(at).toISOString();
}

/** The form of the `Date` header (RFC 9110 section 5.6.7). */
export function httpDate(at: number): string {
  return new Date(at).toUTCString();
}

/** Parses an ISO 8601 date or date-time to milliseconds since 1970. Undefined if the text is neither. */
export function parseTimestamp(text: string): number | undefined {
  if (!/^\d{4}-\d{2}-\d{2}(T\d{2}:\d{2}(:\d{2}(\.\d{1,9})?)?(Z|[+-]\d{2}:\d{2}))?$/.test(text)) return undefined;
  const at = Date.parse(text);
  return Number.isNaN(at) ? undefined : at;
}
