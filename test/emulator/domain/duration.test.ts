import { expect, test } from 'vitest';
import { parseDuration } from '../../../src/emulator/domain/time/duration.js';

test.each([
  ['P12D', 12 * 86_400_000],
  ['-P1W', -7 * 86_400_000],
  ['PT1H30M', 5_400_000],
  ['P1DT0.5S', 86_400_500],
  ['2h', 7_200_000],
  ['-3d', -259_200_000],
  ['90s', 90_000],
  ['1.5m', 90_000],
  ['250ms', 250],
])('%s is %i milliseconds', (text, milliseconds) => {
  expect(parseDuration(text)).toBe(milliseconds);
});

test.each(['', 'P', 'PT', 'P1DT', 'P1Y', 'P1M', '5', 'h', '2 h', '1e3s', 'tomorrow', '--2h'])(
  '%j is not a duration',
  (text) => {
    expect(parseDuration(text)).toBeUndefined();
  },
);
