/** Moments: times relative to the start of a sandbox's clock, or absolute. */

import { parseTimestamp } from './timestamp.js';
import { parseDuration } from './duration.js';

/**
 * A time in milliseconds: relative to the start of the sandbox's clock (negative: before the start), or absolute. Most
 * moments are relative, because sandboxes that share a base have clocks that start at different times.
 */
export type Moment = { readonly sinceStart: number } | { readonly at: number };

/** The longest duration, about 900 years. A longer duration could lead to a year of five digits. */
const LONGEST = 900 * 365 * 86_400_000;

/** The earliest time with a four-digit year. */
export const EARLIEST_MOMENT = -62_167_219_200_000;

/** The latest time with a four-digit year. */
export const LATEST_MOMENT = Date.UTC(9_999, 11, 31);

/** Parses a date (absolute) or a duration of up to 900 years (since the start); undefined if it is neither. */
export function parseMoment(text: string): Moment | undefined {
  const sinceStart = parseDuration(text);
  if (sinceStart !== undefined) return Math.abs(sinceStart) <= LONGEST ? { sinceStart } : undefined;

  const at = parseTimestamp(text);

  return at === undefined ? undefined : { at };
}

/** The absolute time of a moment, in milliseconds since 1970. @param epoch when the sandbox's clock started */
export function instant(moment: Moment, epoch: number): number {
  return 'at' in moment ? moment.at : epoch + moment.sinceStart;
}
