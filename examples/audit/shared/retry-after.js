/** What a response demands of the next request. */

/** Retry-After in milliseconds, undefined if it is absent: a number of seconds, or a date by the clock of the service. */
export function demandedPause(headers) {
  const value = headers.get('Retry-After');
  if (value === null) return undefined;
  if (/^\d+$/.test(value)) return Number(value) * 1_000;
  const pause = Date.parse(value) - Date.parse(headers.get('Date') ?? new Date().toUTCString());
  return Number.isNaN(pause) ? undefined : Math.max(0, pause);
}
