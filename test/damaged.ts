/** Damaged documents: the value at one place is another, or is missing. */

/** The names on the way to a value in a JSON document. */
export type Path = readonly (string | number)[];

/** Every place in a JSON value, the value itself left out. */
export function placesIn(value: unknown, path: Path = []): Path[] {
  if (typeof value !== 'object' || value === null) return path.length === 0 ? [] : [path];
  const inner = Object.entries(value).flatMap(([name, member]) =>
    placesIn(member, [...path, Array.isArray(value) ? Number(name) : name]),
  );
  return path.length === 0 ? inner : [path, ...inner];
}

/** A copy with another value at a place; undefined removes it. */
export function changed(value: unknown, [name, ...rest]: Path, replacement: unknown): unknown {
  if (name === undefined) return replacement;
  const copy = (Array.isArray(value) ? [...(value as unknown[])] : { ...(value as object) }) as Record<string, unknown>;
  copy[name] = changed(copy[name], rest, replacement);
  return copy;
}

const nested = JSON.parse(`${'{"a":'.repeat(99)}1${'}'.repeat(99)}`) as object;
/** Values that damage a document. */
export const HOSTILE: readonly unknown[] = [
  undefined,
  null,
  true,
  0,
  -1,
  1.5,
  1e300,
  9_007_199_254_740_991,
  253_402_300_799_999,
  221_845_392_000_001,
  '',
  ' ',
  '\u0000',
  '\ud800',
  'x'.repeat(201),
  '9999-12-31T23:59:59.999Z',
  'constructor',
  '__proto__',
  'toString',
  'variant',
  '2026-04',
  [],
  {},
  [{}],
  [[]],
  nested,
  { at: 253_402_300_799_999 },
  { sinceStart: 28_382_400_000_000 },
  { toString: 5, toJSON: 1 },
];

/** Copies of a document with damage, the same in every run. @param count how many */
export function* damagedCopies(document: unknown, count: number): Generator {
  const places = placesIn(document);
  const random = randomNumbers(count);
  for (let made = 0; made < count; made++) {
    const place = places[random(places.length)]!;
    yield changed(document, place, HOSTILE[random(HOSTILE.length)]);
  }
}

/** Numbers below a limit, which follow from a seed. */
function randomNumbers(seed: number): (below: number) => number {
  let state = seed >>> 0;
  return (below) => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0;
    return (state >>> 8) % below;
  };
}
