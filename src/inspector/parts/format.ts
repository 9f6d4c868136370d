/** Times, durations and sizes as people read them. */

import { counted } from '../../common/reporting/phrases.js';

/** The time of day of an ISO 8601 time in UTC: `09:00:00.000`. */
export function timeOfDay(iso: string): string {
  return iso.slice(11, 23);
}

/** Day and time of an ISO 8601 time in UTC, without milliseconds: `2026-01-31 09:00:00`. */
export function dayAndTime(iso: string): string {
  return `${iso.slice(0, 10)} ${iso.slice(11, 19)}`;
}

/** The day of an ISO 8601 time: `2026-01-31`. */
export function day(iso: string): string {
  return iso.slice(0, 10);
}

/** A duration in milliseconds for people: `0.8 ms`, `12 ms`, `1.5 s`. */
export function milliseconds(duration: number): string {
  // From 9.95 on, one decimal would show 10.0.
  if (duration < 9.95) return `${duration.toFixed(1)} ms`;
  return duration < 1_000 ? `${duration.toFixed(0)} ms` : `${(duration / 1_000).toFixed(1)} s`;
}

/** The units of a span, the largest first, in milliseconds. */
const UNITS = [
  ['day', 86_400_000],
  ['hour', 3_600_000],
  ['minute', 60_000],
  ['second', 1_000],
] as const;

/** The two largest units of a span: `2 days 3 hours`, `4 minutes`. */
export function span(duration: number): string {
  let rest = Math.round(Math.abs(duration) / 1_000) * 1_000;
  const parts = UNITS.flatMap(([name, length]) => {
    const count = Math.floor(rest / length);
    rest -= count * length;
    return count === 0 ? [] : [counted(count, name)];
  });
  return parts.slice(0, 2).join(' ') || '0 seconds';
}
