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

const DAY = 86_400_000;
const HOUR = 3_600_000;
const MINUTE = 60_000;
const SECOND = 1_000;
/** When the years 0 and 10000 begin: between them years have four digits. */
const FIRST_YEAR = -62_167_219_200_000;
const LAST_YEAR = 253_402_300_800_000;

/** 00 to 99. */
const TWO_DIGITS: readonly string[] = Array.from({ length: 100 }, (_, number) => String(number).padStart(2, '0'));

/** ISO 8601 in UTC with milliseconds, the form of every timestamp in an answer. A list of 100 has 300 of them, and `Date` takes three times as long. */
export function isoTimestamp(at: number): string {
  if (!(Number.isInteger(at) && at >= FIRST_YEAR && at < LAST_YEAR)) return new Date(at).toISOString();
  const day = Math.floor(at / DAY);
  const time = at - day * DAY;
  const hours = Math.floor(time / HOUR);
  const minutes = Math.floor((time % HOUR) / MINUTE);
  const seconds = Math.floor((time % MINUTE) / SECOND);
  const milliseconds = time % SECOND;
  return `${isoDate(day)}T${TWO_DIGITS[hours]!}:${TWO_DIGITS[minutes]!}:${TWO_DIGITS[seconds]!}.${String(Math.floor(milliseconds / 100))}${TWO_DIGITS[milliseconds % 100]!}Z`;
}

/**
 * The date that is so many days after 1 January 1970, by arithmetic alone: leap days come last where years begin in
 * March, and 400 of them, an era, always have 146,097 days.
 */
function isoDate(day: number): string {
  const sinceMarch0 = day + 719_468;
  const era = Math.floor(sinceMarch0 / 146_097);
  const dayOfEra = sinceMarch0 - era * 146_097;
  const yearOfEra = Math.floor(
    (dayOfEra - Math.floor(dayOfEra / 1_460) + Math.floor(dayOfEra / 36_524) - Math.floor(dayOfEra / 146_096)) / 365,
  );
  const dayOfYear = dayOfEra - (365 * yearOfEra + Math.floor(yearOfEra / 4) - Math.floor(yearOfEra / 100));
  const month = Math.floor((5 * dayOfYear + 2) / 153);
  const dayOfMonth = dayOfYear - Math.floor((153 * month + 2) / 5) + 1;
  const year = era * 400 + yearOfEra + (month < 10 ? 0 : 1);
  return `${TWO_DIGITS[Math.floor(year / 100)]!}${TWO_DIGITS[year % 100]!}-${TWO_DIGITS[month < 10 ? month + 3 : month - 9]!}-${TWO_DIGITS[dayOfMonth]!}`;
}

/** The form of the `Date` header (RFC 9110 section 5.6.7). */
export function httpDate(at: number): string {
  return new Date(at).toUTCString();
}

/** Writes the `Date` headers of answers one after another: those of the same second share one text, in the journal, too. */
export class DateHeaders {
  #second = Number.NaN;
  #text = '';

  at(at: number): string {
    const second = Math.floor(at / SECOND);
    if (second !== this.#second) {
      this.#second = second;
      this.#text = httpDate(at);
    }
    return this.#text;
  }
}

/** Reads an ISO 8601 date or date-time; undefined where the text is none. */
export function parseTimestamp(text: string): number | undefined {
  if (!/^\d{4}-\d{2}-\d{2}(T\d{2}:\d{2}(:\d{2}(\.\d{1,9})?)?(Z|[+-]\d{2}:\d{2}))?$/.test(text)) return undefined;
  const at = Date.parse(text);
  return Number.isNaN(at) ? undefined : at;
}
