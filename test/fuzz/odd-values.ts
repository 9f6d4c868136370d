/** Values that programs stumble over, and ways to spoil a valid value. */

import type { Draw } from './draw.js';

export const ODD_TEXTS: readonly string[] = [
  '',
  ' ',
  '\u0000',
  'a\u0000b',
  '\r\nX-Injected: 1',
  '\ud800',
  '\u202e\u2066',
  '🙂'.repeat(60),
  'é'.normalize('NFD'),
  'ß'.repeat(300),
  '__proto__',
  'constructor',
  'toString',
  'null',
  'undefined',
  'NaN',
  '-0',
  '1e309',
  '9007199254740993',
  '%00',
  '%',
  '../../etc/passwd',
  '<script>alert(1)</script>',
  `'; drop table parties; --`,
  '${7*7}{{7*7}}',
  '*a*a*a*ab',
  '((((((((((a+)+)+)+)+)+',
  'eyJ'.repeat(500),
  '"'.repeat(200),
  ',;='.repeat(100),
  'x'.repeat(5_000),
  '0000-00-00T00:00:00Z',
  '2026-02-30T25:61:61Z',
  '9999-12-31T23:59:60Z',
  '+275760-09-13T00:00:00.001Z',
  'P99999999999999999999Y',
  '99999999999999999999d',
  '0.0000001ms',
];

const ODD_NUMBERS = [-1, 0, -0, 0.5, 1e-320, 1e308, 2 ** 31, 2 ** 32, 2 ** 53, -(2 ** 53), 2 ** 64];

/** Any JSON value. */
export function oddValue(draw: Draw): unknown {
  return draw.weighted<unknown>([
    [8, () => draw.of(ODD_TEXTS)],
    [4, () => draw.of(ODD_NUMBERS)],
    [4, () => draw.of([null, true, false, [], {}, [[]], [null], { '': {} }])],
    [1, () => nested(draw.of([20, 99, 101, 1_000, 4_000]), draw.chance(0.5))],
    [1, () => Array.from({ length: draw.of([101, 1_001]) }, (_, at) => at)],
    [1, () => Object.fromEntries(Array.from({ length: 500 }, (_, at) => [`member-${at}`, at]))],
  ]);
}

function nested(levels: number, inLists: boolean): unknown {
  let value: unknown = 1;
  for (let level = 0; level < levels; level++) value = inLists ? [value] : { a: value };
  return value;
}

/** A copy of the value in which one part is replaced, removed, added or repeated. */
export function spoilt(value: unknown, draw: Draw): unknown {
  if (typeof value !== 'object' || value === null) return oddValue(draw);
  if (Array.isArray(value)) return spoiltList(value as unknown[], draw);
  const names = Object.keys(value);
  if (names.length === 0 || draw.chance(0.1)) return withMember(value, oddName(draw), oddValue(draw));
  const name = draw.of(names);
  const member = (value as Record<string, unknown>)[name];
  return draw.weighted<unknown>([
    [5, () => withMember(value, name, spoilt(member, draw))],
    [2, () => withMember(value, name, oddValue(draw))],
    [2, () => Object.fromEntries(Object.entries(value).filter(([other]) => other !== name))],
    [1, () => withMember(value, oddName(draw), member)],
    [1, () => oddValue(draw)],
  ]);
}

function spoiltList(list: readonly unknown[], draw: Draw): unknown {
  if (list.length === 0) return [oddValue(draw)];
  const at = draw.below(list.length);
  return draw.weighted<unknown>([
    [4, () => list.with(at, spoilt(list[at], draw))],
    [1, () => list.toSpliced(at, 1)],
    [1, () => [...list, list[at]]],
    [1, () => Object.fromEntries(list.entries())],
  ]);
}

function oddName(draw: Draw): string {
  return draw.of(['__proto__', 'constructor', 'toString', 'toJSON', '', 'added', '\u0000', 'a/b~c', '🙂']);
}

/** Not by a spread: `__proto__` has to become a member. */
function withMember(object: object, name: string, value: unknown): object {
  return Object.fromEntries([...Object.entries(object), [name, value]]);
}

/** Bytes of a text, a few of which are wrong. */
export function spoiltBytes(text: string, draw: Draw): Buffer {
  const bytes = Buffer.from(text);
  const at = draw.below(bytes.length + 1);
  return draw.weighted([
    [3, () => bytes.subarray(0, at)],
    [3, () => Buffer.concat([bytes.subarray(0, at), Buffer.from(draw.of(ODD_TEXTS)), bytes.subarray(at)])],
    [2, () => Buffer.concat([bytes.subarray(0, at), Buffer.from([0xff, 0xc0, 0x80]), bytes.subarray(at)])],
    [1, () => Buffer.concat([Buffer.from([0xef, 0xbb, 0xbf]), bytes])],
    [1, () => Buffer.concat([bytes, bytes])],
  ]);
}

/** A text in percent-encoding, more of it encoded than necessary or some of it wrong. */
export function oddlyEncoded(text: string, draw: Draw): string {
  const encoded = encodeURIComponent(text.toWellFormed());
  const at = draw.below(encoded.length + 1);
  return draw.weighted([
    [3, () => [...Buffer.from(text)].map((byte) => `%${byte.toString(16).padStart(2, '0')}`).join('')],
    [1, () => `${encoded.slice(0, at)}%${encoded.slice(at)}`],
    [1, () => `${encoded.slice(0, at)}%ff${encoded.slice(at)}`],
    [1, () => `${encoded.slice(0, at)}%00${encoded.slice(at)}`],
    [1, () => encoded.replaceAll('%', '%25')],
    [1, () => `${encoded.slice(0, at)}/${encoded.slice(at)}`],
  ]);
}
