/** Moments of a world: as people write them, and as absolute times. */

import { parseTimestamp } from './clock.js';
import { parseDuration } from './duration.js';
import type { Moment } from './model.js';

/** The moment that a date, or a duration after the start of the clock, stands for; undefined where the text is neither. */
export function parseMoment(text: string): Moment | undefined {
  const sinceStart = parseDuration(text);
  if (sinceStart !== undefined) return { sinceStart };
  const at = parseTimestamp(text);
  return at === undefined ? undefined : { at };
}

/** The absolute time of a moment, in milliseconds; `epoch` is when the clock started. */
export function instant(moment: Moment, epoch: number): number {
  return 'at' in moment ? moment.at : epoch + moment.sinceStart;
}
