/** Moments of a world: as people write them, and as absolute times. */

import { parseTimestamp } from './timestamp.js';
import { parseDuration } from './duration.js';
import type { Moment } from '../world/model.js';

/** About 900 years, so that whatever the clock shows, dates have four digits for the year. */
const LONGEST = 900 * 365 * 86_400_000;

/** No date has more than four digits for the year. */
export const LATEST_MOMENT = Date.UTC(9_999, 11, 31);

/**
 * The moment that a date, or a duration of up to 900 years after the start of the clock, stands for; undefined where the
 * text is neither.
 */
export function parseMoment(text: string): Moment | undefined {
  const sinceStart = parseDuration(text);
  if (sinceStart !== undefined) return Math.abs(sinceStart) <= LONGEST ? { sinceStart } : undefined;
  const at = parseTimestamp(text);
  return at === undefined ? undefined : { at };
}

/** The absolute time of a moment, in milliseconds; `epoch` is when the clock started. */
export function instant(moment: Moment, epoch: number): number {
  return 'at' in moment ? moment.at : epoch + moment.sinceStart;
}
