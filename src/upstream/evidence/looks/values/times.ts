/** Reads times and lifetimes of responses. */

/**
 * A time in milliseconds since 1970, from a text or a number of seconds or milliseconds. NaN for anything else, also
 * for a date alone or a time without a zone.
 */
export function timeOf(value: unknown): number {
  const LATEST_IN_SECONDS = 1e11;
  if (typeof value === 'number') return value < LATEST_IN_SECONDS ? value * 1_000 : value;

  return typeof value === 'string' && ZONE.test(value) ? Date.parse(value) : Number.NaN;
}

const ZONE = /(?:Z|GMT|UTC|[-+]\d\d:?\d\d)$/i;
