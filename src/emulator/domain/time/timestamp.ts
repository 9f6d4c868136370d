/** Dates and times as text. */

import { DAY } from './now.js';

/** A minute and a second, in milliseconds. */
const MINUTE = 60_000;
const SECOND = 1_000;
/** The start of the year 0 and the start of the year 10000, in milliseconds. Years between have four digits. */
const FIRST_YEAR = -62_167_219_200_000;
const AFTER_LAST_YEAR = 253_402_300_800_000;

/** The texts `00` to `99`. */
const TWO_DIGITS: readonly string[] = Array.from({ length: 100 }, (_, number) => String(number).padStart(2, '0'));

/**
 * Parts of timestamps, made on first use. Joining day, minute and milliseconds takes a quarter of the time of joining
 * ten short texts.
 */
const MINUTES_OF_DAY: string[] = [];
const MILLISECONDS: string[] = [];
/** Texts of days, each in a slot. The last bits of a day's number select the slot, and a new day replaces another. */
const DAYS: ({ readonly day: number; readonly text: string } | undefined)[] = [];
/**
 * The number of slots: more than the days in a generated population, and a power of two, so that bits select a slot.
 */
const DAY_SLOTS = 4_096;

/**
 * A time in ISO 8601, in UTC with milliseconds. `Date` takes many times as long, and a list of 100 items has 200 times.
 */
export function isoTimestamp(at: number): string {
  const hasFourDigitYear = Number.isInteger(at) && at >= FIRST_YEAR && at < AFTER_LAST_YEAR;
  if (!hasFourDigitYear) return new Date(at).toISOString();

  // The parts, from the largest to the smallest.
  const day = Math.floor(at / DAY);
  const time = at - day * DAY;
  const minute = Math.floor(time / MINUTE);
  const rest = time - minute * MINUTE;
  const second = Math.floor(rest / SECOND);
  const millisecond = rest - second * SECOND;

  const minuteText = (MINUTES_OF_DAY[minute] ??=
    `${TWO_DIGITS[Math.floor(minute / 60)]!}:${TWO_DIGITS[minute % 60]!}:`);
  const millisecondText = (MILLISECONDS[millisecond] ??= `.${String(millisecond).padStart(3, '0')}Z`);

  return dayText(day) + minuteText + (TWO_DIGITS[second]! + millisecondText);
}

/** The date of a day, and the `T` after it. @param day the number of days since 1970 */
function dayText(day: number): string {
  const slot = day & (DAY_SLOTS - 1);
  const known = DAYS[slot];
  if (known?.day === day) return known.text;

  const text = new Date(day * DAY).toISOString().slice(0, -'00:00:00.000Z'.length);
  DAYS[slot] = { day, text };

  return text;
}

/** The last result of {@link httpDate}. Responses within one second share the text, also in journals. */
let lastSecond = { second: Number.NaN, text: '' };

/** A time in the form of the `Date` header (RFC 9110 section 5.6.7). */
export function httpDate(at: number): string {
  const second = Math.floor(at / SECOND);
  if (second !== lastSecond.second) lastSecond = { second, text: new Date(at).toUTCString() };
  return lastSecond.text;
}

/**
 * Parses an ISO 8601 date (`2026-01-31`) or date-time (`2026-01-31T09:00:00.5+01:00`) to milliseconds since 1970.
 * Undefined if the text is neither, or if there is no such day.
 */
export function parseTimestamp(text: string): number | undefined {
  if (!/^\d{4}-\d{2}-\d{2}(T\d{2}:\d{2}(:\d{2}(\.\d{1,9})?)?(Z|[+-]\d{2}:\d{2}))?$/.test(text)) return undefined;

  const at = Date.parse(text);
  const date = text.slice(0, 'YYYY-MM-DD'.length);
  // JavaScript reads 30 February as 2 March, so the date is written again and compared.
  const exists = !Number.isNaN(at) && isoTimestamp(Date.parse(date)).startsWith(date);

  return exists ? at : undefined;
}
