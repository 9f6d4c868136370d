/**
 * The only place that reads the machine's time. Everything in a sandbox that expires or ages asks its clock.
 */

/** A source of the time. */
export interface Clock {
  /** Milliseconds since 1970-01-01T00:00:00Z. */
  now(): number;
}

/** A clock that follows the machine's. */
export function runningClock(): Clock {
  return { now: () => Date.now() };
}

/** ISO 8601 in UTC with milliseconds, the form of every timestamp in an answer. */
export function isoTimestamp(at: number): string {
  return new Date(at).toISOString();
}

/** The form of the `Date` header (RFC 9110 section 5.6.7). */
export function httpDate(at: number): string {
  return new Date(at).toUTCString();
}

/** Reads an ISO 8601 date or date-time; undefined where the text is none. */
export function parseTimestamp(text: string): number | undefined {
  if (!/^\d{4}-\d{2}-\d{2}(T\d{2}:\d{2}(:\d{2}(\.\d{1,9})?)?(Z|[+-]\d{2}:\d{2}))?$/.test(text)) return undefined;
  const at = Date.parse(text);
  return Number.isNaN(at) ? undefined : at;
}
