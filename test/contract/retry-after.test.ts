/** `Retry-After`: the emulator's parser and the one of the client library give the same results. */

import { expect, test } from 'vitest';
import { readRetryAfter } from '../../src/client/transport/retry.js';
import { parseRetryAfter } from '../../src/contract/retry-after.js';
import TABLE from './retry-after.json' with { type: 'json' };

const DATE = 'Sat, 31 Jan 2026 09:00:00 GMT';

test.each(TABLE as [string, number | null][])(
  '"%s" gives %s seconds in the emulator and in the client library',
  (value, seconds) => {
    const milliseconds = parseRetryAfter(value, Date.parse(DATE));
    expect(milliseconds === undefined ? undefined : milliseconds / 1_000).toBe(seconds ?? undefined);
    expect(readRetryAfter({ 'retry-after': value, date: DATE })).toBe(seconds ?? undefined);
  },
);

test('a response without the header gives no length', () => {
  expect(parseRetryAfter(undefined, Date.parse(DATE))).toBeUndefined();
  expect(readRetryAfter({ date: DATE })).toBeUndefined();
});

test('only seconds count if the time of the response is not known', () => {
  expect(parseRetryAfter('7', Number.NaN)).toBe(7_000);
  expect(parseRetryAfter('Sat, 31 Jan 2026 09:00:10 GMT', Number.NaN)).toBeUndefined();
});
