/** Which lines of a command name a failure, and so clear a client that nothing else tells from one that hides it. */

import { expect, test } from 'vitest';
import { emptiedLine, namedFailure } from '../../src/audit/run/output-lines.js';

const USUAL = ['ℹ fail 0\nℹ duration_ms 87.123\n', 'ℹ fail 0\nℹ duration_ms 91.4\n'];

test.each([
  ['a duration of node:test', 'ℹ fail 0\nℹ duration_ms 503.217', USUAL],
  ['a duration of pytest', '4 passed in 0.44s', ['4 passed in 0.12s']],
  ['a duration of unittest', 'Ran 4 tests in 12.504s', ['Ran 4 tests in 0.012s']],
  ['a slow test of node:test', '✔ pages (429.5ms)', ['✔ pages (12.1ms)']],
  [
    'a warning of another process',
    '(node:4312) ExperimentalWarning: SQLite is an experimental feature',
    ['(node:4299) ExperimentalWarning: SQLite is an experimental feature'],
  ],
])('%s names no failure', (_, output, usual) => {
  expect(namedFailure(output, usual)).toBeUndefined();
});

test.each([
  ['status 503 of page 2', 'status 503 of page 2'],
  ['1 of 3 failed', '1 of 3 failed'],
  ['gave up after 2.5 s', 'gave up after 2.5 s'],
])('%s names a failure', (line, said) => {
  expect(namedFailure(`${line}\nℹ duration_ms 87.1`, [...USUAL, '0 of 3 failed'])).toBe(said);
});

test.each([
  ['0 credentials', '5 credentials', '0 credentials'],
  ['0 users on 2 pages', '5 users on 2 pages', undefined],
  ['0 requests', '5 requests', undefined],
  ['0 users', '0 users', undefined],
])('%j in the place of %j says that there was nothing: %j', (now, usual, emptied) => {
  expect(emptiedLine(now, [usual, usual])).toBe(emptied);
});
