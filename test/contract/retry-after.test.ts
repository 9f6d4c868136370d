/** `Retry-After`: the emulator's parser and the one of the client library give the same results. */

import { expect, test } from 'vitest';
import { readRetryAfter } from '../../src/client/transport/retry.js';
import { parseRetryAfter } from '../../src/contract/retry-after.js';

const DATE = 'Sat, 31 Jan 2026 09:00:00 GMT';

const TABLE: readonly (readonly [value: string, seconds: number | undefined])[] = [
  ['0', 0],
  ['7', 7],
  ['007', 7],
  [' 12 ', 12],
  ['3600', 3_600],
  ['Sat, 31 Jan 2026 09:00:10 GMT', 10],
  ['Sun, 01 Feb 2026 09:00:00 GMT', 86_400],
  ['Sat, 31 Jan 2026 08:00:00 GMT', 0],
  ['Saturday, 31-Jan-26 09:00:10 GMT', 10],
  ['Sunday, 06-Nov-94 08:49:37 GMT', 0],
  ['Sat Jan 31 09:00:10 2026', 10],
  ['Sun Feb  1 09:00:00 2026', 86_400],
  ['', undefined],
  ['-5', undefined],
  ['+5', undefined],
  ['1.5', undefined],
  ['1e3', undefined],
  ['5 s', undefined],
  ['in 12', undefined],
  ['in a moment', undefined],
  ['2026-01-31T09:00:10Z', undefined],
  ['31 Jan 2026 09:00:10 GMT', undefined],
  ['Sat, 31 Jan 2026 09:00:10', undefined],
  ['Sat, 31 Jan 2026 09:00:10 CET', undefined],
  ['Sat, 31 Jan 2026 24:00:10 GMT', undefined],
  ['Sat, 31 Jan 2026 09:00:10 GMT or later', undefined],
  ['sat, 31 jan 2026 09:00:10 gmt', undefined],
];

test.each(TABLE)('"%s" gives %s seconds in the emulator and in the client library', (value, seconds) => {
  const milliseconds = parseRetryAfter(value, Date.parse(DATE));
  expect(milliseconds === undefined ? undefined : milliseconds / 1_000).toBe(seconds);
  expect(readRetryAfter({ 'retry-after': value, date: DATE })).toBe(seconds);
});

test('a response without the header gives no length', () => {
  expect(parseRetryAfter(undefined, Date.parse(DATE))).toBeUndefined();
  expect(readRetryAfter({ date: DATE })).toBeUndefined();
});

test('only seconds count if the time of the response is not known', () => {
  expect(parseRetryAfter('7', Number.NaN)).toBe(7_000);
  expect(parseRetryAfter('Sat, 31 Jan 2026 09:00:10 GMT', Number.NaN)).toBeUndefined();
});
