/**
 * `Retry-After` (RFC 9110 section 10.2.3): a number of seconds, or an HTTP date. The client library imports nothing and
 * repeats this parser; `test/contract/retry-after.test.ts` runs both against one table.
 */

const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];

const DAY = '(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun)';
const LONG_DAY = '(?:Monday|Tuesday|Wednesday|Thursday|Friday|Saturday|Sunday)';
const MONTH = `(?<month>${MONTHS.join('|')})`;
/** The second 60 is a leap second. */
const TIME = '(?<hour>[01]\\d|2[0-3]):(?<minute>[0-5]\\d):(?<second>[0-5]\\d|60)';

/** The form that servers send, and the two obsolete forms that recipients must accept (RFC 9110 section 5.6.7). */
const DATE_FORMS = [
  `${DAY}, (?<day>\\d{2}) ${MONTH} (?<year>\\d{4}) ${TIME} GMT`,
  `${LONG_DAY}, (?<day>\\d{2})-${MONTH}-(?<year>\\d{2}) ${TIME} GMT`,
  `${DAY} ${MONTH} (?<day>[ \\d]\\d) ${TIME} (?<year>\\d{4})`,
].map((form) => new RegExp(`^${form}$`));

/**
 * How long a response asks the client to wait, in milliseconds from `now`; undefined if the value is neither seconds
 * nor a date. A date in the past gives 0.
 *
 * @param value the value of the header; undefined if the response has none
 * @param now the time of the response, in milliseconds since 1970; NaN if it is not known, so that only seconds count
 */
export function parseRetryAfter(value: string | undefined, now: number): number | undefined {
  const text = value?.trim() ?? '';
  if (/^\d+$/.test(text)) return Number(text) * 1_000;

  const date = Number.isNaN(now) ? undefined : parseHttpDate(text, now);

  return date === undefined ? undefined : Math.max(0, date - now);
}

/** The time of an HTTP date; undefined for any other text. `now` decides the century of a short year. */
function parseHttpDate(text: string, now: number): number | undefined {
  for (const form of DATE_FORMS) {
    const { day, month = '', year = '', hour, minute, second } = form.exec(text)?.groups ?? {};
    if (day === undefined) continue;

    const currentYear = new Date(now).getUTCFullYear();
    const fullYear = year.length === 4 ? Number(year) : fullYearOf(Number(year), currentYear);
    return Date.UTC(fullYear, MONTHS.indexOf(month), Number(day), Number(hour), Number(minute), Number(second));
  }
  return undefined;
}

/** The full year of a short one. A year that would be more than 50 years ahead belongs to the past century. */
function fullYearOf(shortYear: number, currentYear: number): number {
  const inThisCentury = currentYear - (currentYear % 100) + shortYear;
  return inThisCentury > currentYear + 50 ? inThisCentury - 100 : inThisCentury;
}
