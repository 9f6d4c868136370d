/** Durations as text. */

/** `P1W2DT3H4M5.6S` or a part of it, with or without a sign. */
const ISO = /^([+-])?P(?:(\d+)W)?(?:(\d+)D)?(?:T(?:(\d+)H)?(?:(\d+)M)?(?:(\d+(?:\.\d+)?)S)?)?$/;
/** `90s`, `1.5h`, `-15m`. */
const SHORT = /^([+-])?(\d+(?:\.\d+)?)(ms|s|m|h|d)$/;
/** The units of short durations, in milliseconds. */
const UNITS = { ms: 1, s: 1_000, m: 60_000, h: 3_600_000, d: 86_400_000 } as const;

/**
 * Parses an ISO 8601 duration of weeks, days and smaller units (`P12D`, `PT1H30M`), or a number with a unit (`90s`,
 * `15m`, `2h`, `3d`), either with an optional sign. Returns milliseconds; undefined if the text is neither.
 */
export function parseDuration(text: string): number | undefined {
  const short = SHORT.exec(text);
  if (short !== null) return signed(short[1], Number(short[2]) * UNITS[short[3] as keyof typeof UNITS]);

  const iso = ISO.exec(text);
  // Each unit is optional in the expression, but a duration such as `P` or `P1DT` has none where one must be.
  if (iso === null || /[PT]$/.test(text)) return undefined;

  const amounts = iso.slice(2).map((digits: string | undefined) => Number(digits ?? 0));
  const [weeks = 0, days = 0, hours = 0, minutes = 0, seconds = 0] = amounts;
  return signed(iso[1], (weeks * 7 + days) * UNITS.d + hours * UNITS.h + minutes * UNITS.m + seconds * UNITS.s);
}

function signed(sign: string | undefined, length: number): number {
  return sign === '-' ? -length : length;
}
