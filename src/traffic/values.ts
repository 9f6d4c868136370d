/** Reads single values of a recording: times, and texts that an exporter may have replaced. */

import { createHash } from 'node:crypto';

/** Matches texts that exporters put in the place of a secret: blanks, `[redacted]`, `***`, `<token>` and the like. */
const REDACTED =
  /^\s*$|redacted|removed|masked|hidden|other-secret~|^[*x.\u2022_-]+$|\*{3}|[x\u2022]{6}|^<.*>$|^\[.*\]$/i;

/**
 * Whether an exporter has put a text in the place of the value. An empty text does not count, because the value may
 * have been empty before.
 */
export function isRedacted(value: unknown): boolean {
  return typeof value === 'string' && value !== '' && REDACTED.test(value);
}

/** Whether the value is a text that no exporter has put in the place of a secret, so that it can be compared. */
export function isRealText(value: unknown): value is string {
  return typeof value === 'string' && !REDACTED.test(value);
}

/** A digest of a secret, which equal secrets share. Undefined if an exporter may have removed the secret. */
export function hashOf(secret: string): string | undefined {
  return isRealText(secret) ? digestOf(secret) : undefined;
}

/** A digest of a text, which needs no encoding in a URL. */
export function digestOf(text: string): string {
  return createHash('sha256').update(text).digest('base64url').slice(0, 22);
}

/**
 * A time in milliseconds since 1970, from a text or a number of seconds or milliseconds. NaN for anything else, also
 * for a date alone or a time without a zone.
 */
export function timeOf(value: unknown): number {
  if (typeof value === 'number') return value < LATEST_IN_SECONDS ? value * 1_000 : value;

  return typeof value === 'string' && ZONE.test(value) ? Date.parse(value) : Number.NaN;
}

/** Greater numbers must be milliseconds: as seconds, they would be beyond the year 5000. */
const LATEST_IN_SECONDS = 1e11;

/** The end of a time with a zone: without one, the time could be any of a day. */
const ZONE = /(?:Z|GMT|UTC|[-+]\d\d:?\d\d)$/i;
