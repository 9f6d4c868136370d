/** Decides whether and when a call is retried. */

import type { Deadline } from './deadline.js';
import { ConnectionError } from './errors.js';
import type { Hooks } from './hooks.js';
import type { ServiceRequest } from './request.js';
import type { HttpResponse, Transport } from './transport.js';

/** What every call of a connection shares. The token endpoint has its own: a pause there does not delay the API. */
export interface CallSettings {
  readonly transport: Transport;
  readonly pause: Pause;
  /** How often a call is tried again at most. */
  readonly retries: number;
  /** The longest wait before an attempt, in milliseconds. */
  readonly maxRetryDelay: number;
  readonly random: () => number;
  readonly hooks: Hooks;
  /** A number for each call. */
  readonly nextCall: () => number;
}

const GATEWAY_TROUBLE = new Set([502, 503, 504]);

/**
 * Decides whether to send the request again.
 * @param retry number of the next retry, from 1
 * @returns milliseconds until the next attempt; undefined if there is none
 */
export function decideRetry(
  request: ServiceRequest,
  outcome: HttpResponse | ConnectionError,
  retry: number,
  { retries, maxRetryDelay, random, pause }: CallSettings,
): number | undefined {
  const requested = requestedPause(outcome);
  // Retrying earlier would ignore the service, waiting longer would exceed `maxRetryDelay`: the call fails.
  if (requested !== undefined && requested > maxRetryDelay) return undefined;
  if (requested !== undefined) pause.extend(requested);
  if (retry > retries || !mayRepeat(request, outcome)) return undefined;
  return (requested ?? 0) + backoff(retry, maxRetryDelay, random);
}

/** The pause that the service asks for, in milliseconds. */
function requestedPause(outcome: HttpResponse | ConnectionError): number | undefined {
  if (outcome instanceof ConnectionError || (outcome.status !== 429 && outcome.status !== 503)) return undefined;
  const seconds = readRetryAfter(outcome);
  return seconds === undefined ? undefined : seconds * 1_000;
}

/**
 * A request that is not repeatable is sent again only if it certainly had no effect: it was never sent, or the service asks
 * to send it later (429, or 503 with `Retry-After`).
 */
function mayRepeat({ isRepeatable }: ServiceRequest, outcome: HttpResponse | ConnectionError): boolean {
  if (outcome instanceof ConnectionError) return isRepeatable || !outcome.mayHaveArrived;
  if (outcome.status === 429) return true;
  if (outcome.status === 503 && readRetryAfter(outcome) !== undefined) return true;
  return isRepeatable && (GATEWAY_TROUBLE.has(outcome.status) || outcome.cut !== undefined);
}

const BASE_MILLISECONDS = 500;
/** A random value near zero would be no backoff. */
const LEAST_MILLISECONDS = 50;

/**
 * Exponential backoff with full jitter.
 * @param retry number of the retry, from 1
 * @param most the longest wait, in milliseconds
 * @param random returns numbers from 0 to 1
 * @returns milliseconds
 */
export function backoff(retry: number, most: number, random: () => number): number {
  const ceiling = Math.min(most, BASE_MILLISECONDS * 2 ** (retry - 1));
  return Math.max(LEAST_MILLISECONDS, random() * ceiling);
}

/** A pause that the service asked for. It holds for all calls of a connection. */
export class Pause {
  #until = 0;

  /** @param delay in milliseconds from now */
  extend(delay: number): void {
    this.#until = Math.max(this.#until, performance.now() + delay);
  }

  /** Waits until the pause is over, plus `spread()`, so that waiting calls do not resume all at once. */
  async over(deadline: Deadline, spread: () => number): Promise<void> {
    for (let rest = this.#rest(); rest > 0; rest = this.#rest()) await deadline.wait(rest + spread());
  }

  #rest(): number {
    return this.#until - performance.now();
  }
}

const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];

/**
 * The form that servers send, and the two obsolete forms that recipients must accept (RFC 9110 section 5.6.7). Built when
 * needed, so that bundlers can drop it.
 */
function dateForms(): RegExp[] {
  const day = '(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun)';
  const longDay = '(?:Monday|Tuesday|Wednesday|Thursday|Friday|Saturday|Sunday)';
  const month = `(?<month>${MONTHS.join('|')})`;
  const time = '(?<hour>[01]\\d|2[0-3]):(?<minute>[0-5]\\d):(?<second>[0-5]\\d|60)';
  return [
    `${day}, (?<day>\\d{2}) ${month} (?<year>\\d{4}) ${time} GMT`,
    `${longDay}, (?<day>\\d{2})-${month}-(?<year>\\d{2}) ${time} GMT`,
    `${day} ${month} (?<day>[ \\d]\\d) ${time} (?<year>\\d{4})`,
  ].map((form) => new RegExp(`^${form}$`));
}

/**
 * Reads `Retry-After` (RFC 9110 section 10.2.3): seconds from the response on; undefined if the header is missing, or is
 * neither a number of seconds nor an HTTP date. `src/contract/retry-after.ts` has the same parser; this library imports
 * nothing, so it repeats it. `test/contract/retry-after.test.ts` runs both against one table.
 */
export function readRetryAfter({ headers }: Pick<HttpResponse, 'headers'>): number | undefined {
  const text = headers['retry-after']?.trim() ?? '';
  if (/^\d+$/.test(text)) return Number(text);
  const now = serverTime(headers);
  const date = parseHttpDate(text, now);
  return date === undefined ? undefined : Math.max(0, (date - now) / 1_000);
}

/** The time by the server's clock if the response has a `Date`: the client's clock may differ. */
function serverTime(headers: HttpResponse['headers']): number {
  const date = Date.parse(headers['date'] ?? '');
  return Number.isNaN(date) ? Date.now() : date;
}

/**
 * The milliseconds since 1970 of an HTTP date; undefined if the text is none. `now` determines the century of a short year.
 */
function parseHttpDate(text: string, now: number): number | undefined {
  for (const form of dateForms()) {
    const { day, month = '', year = '', hour, minute, second } = form.exec(text)?.groups ?? {};
    if (day === undefined) continue;
    const at = (fullYear: number): number =>
      Date.UTC(fullYear, MONTHS.indexOf(month), Number(day), Number(hour), Number(minute), Number(second));
    return at(year.length === 4 ? Number(year) : fullYearOf(Number(year), new Date(now).getUTCFullYear()));
  }
  return undefined;
}

/** A short year more than 50 years ahead is in the past century. */
function fullYearOf(shortYear: number, currentYear: number): number {
  const inThisCentury = currentYear - (currentYear % 100) + shortYear;
  return inThisCentury > currentYear + 50 ? inThisCentury - 100 : inThisCentury;
}
