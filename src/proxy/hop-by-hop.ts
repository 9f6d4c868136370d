/** Headers that are for one connection alone and not passed on (RFC 9110 section 7.6.1). */

const HOP_BY_HOP: ReadonlySet<string> = new Set([
  'connection',
  'keep-alive',
  'proxy-authenticate',
  'proxy-authentication-info',
  'proxy-authorization',
  'proxy-connection',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
]);

/** The headers that may go on, names and values by turns; what `Connection` names stays behind as well. */
export function endToEndHeaders(rawHeaders: readonly string[], others: ReadonlySet<string> = new Set()): string[] {
  const pairs = Array.from(
    { length: rawHeaders.length / 2 },
    (_, at) => [rawHeaders[2 * at]!, rawHeaders[2 * at + 1]!] as const,
  );
  const named = new Set(
    pairs.flatMap(([name, value]) =>
      name.toLowerCase() === 'connection' ? value.split(',').map((option) => option.trim().toLowerCase()) : [],
    ),
  );
  return pairs.filter(([name]) => ![HOP_BY_HOP, named, others].some((names) => names.has(name.toLowerCase()))).flat();
}

/** The headers in the form that Node.js sends them in, repeated ones on lines of their own. */
export function groupHeaders(rawHeaders: readonly string[]): Record<string, string | string[]> {
  const grouped = new Map<string, [name: string, values: string[]]>();
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const name = rawHeaders[at]!;
    const known = grouped.get(name.toLowerCase());
    if (known === undefined) grouped.set(name.toLowerCase(), [name, [rawHeaders[at + 1]!]]);
    else known[1].push(rawHeaders[at + 1]!);
  }
  return Object.fromEntries(
    [...grouped.values()].map(([name, values]) => [name, values.length === 1 ? values[0]! : values]),
  );
}
