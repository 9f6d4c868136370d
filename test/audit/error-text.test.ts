/** How errors are quoted, and which of them are a program's own. */

import { expect, test } from 'vitest';
import { hasReachedRunnerLimit, quotedError } from '../../src/audit/classify/error-text.js';
import { missingLine, newLines } from '../../src/audit/classify/output-lines.js';
import { type Broken, ownErrorIn } from '../../src/audit/classify/own-errors.js';

const CASES: [text: string, breaks: readonly Broken[], expected: 'program' | 'test' | undefined][] = [
  [
    "TypeError: Cannot read properties of undefined (reading 'items')\n    at list (/work/src/list.ts:3:9)",
    [],
    'program',
  ],
  ['TypeError: Cannot read properties of undefined\n    at list (file:///work/src/list.test.ts:3:9)', [], 'test'],
  ['TypeError: Cannot read properties\n    at f (/work/node_modules/axios/index.js:3:9)', [], undefined],
  ['TypeError: fetch failed\n    at list (/work/src/list.ts:3:9)', ['connection'], undefined],
  ['Error: GET /users: the service returned 503\n    at list (/work/src/list.ts:3:9)', [], undefined],
  ["SyntaxError: Unexpected token '<' in JSON\n    at list (/work/src/list.ts:3:9)", ['body'], undefined],
  ['SyntaxError: Unexpected end of JSON input\n    at list (/work/src/list.ts:3:9)', [], 'program'],
  ['Traceback (most recent call last):\n  File "job.py", line 3, in run\nKeyError: \'items\'', [], 'program'],
  ['Traceback (most recent call last):\n  File "test_job.py", line 3, in test\nKeyError: \'items\'', [], 'test'],
  ["job.py:12: KeyError\nE       KeyError: 'items'", [], 'program'],
  ['Traceback (most recent call last):\n  File "job.py", line 3, in run\njob.GivenUp: status 503', [], undefined],
  ['Exception in thread "main" java.lang.NullPointerException: x\n\tat Report.main(Report.java:7)', [], 'program'],
  ['panic: runtime error: index out of range\n\t/work/main.go:12 +0x1d', [], 'program'],
  ["Can't use an undefined value as an ARRAY reference at lib/Identity.pm line 9.", [], 'program'],
  ['❯ sdk.ts:85:9\nTypeError: Cannot read properties of null\n ❯ Api.list sdk.ts:85:9', [], 'program'],
];

test.each(CASES)('an error accuses the program only with a frame in its files: %j', (text, breaks, expected) => {
  const lines = text.replaceAll('/work', process.cwd()).split('\n');
  const found = ownErrorIn(lines, breaks);
  expect(found && (found.isOfProgram ? 'program' : 'test')).toBe(expected);
});

test.each([
  ['Error: Test timed out in 5000ms.', true],
  ['Error: Timeout of 2000ms exceeded. For async tests and hooks, ensure "done()" is called', true],
  ['AxiosError: timeout of 3000ms exceeded', false],
])('the limit of a test runner is told from the timeout of a client: %s', (text, expected) => {
  expect(hasReachedRunnerLimit(text)).toBe(expected);
});

test.each([
  [
    '...F..\n_____ test_users _____\nE   scores.ServiceError: status 503\n\nscores.py:40: ServiceError',
    'E   scores.ServiceError: status 503',
  ],
  [' ✓ is quick\n × is slow\nTransportError: no response', 'TransportError: no response'],
])('an error is quoted without marks and without tests that passed: %j', (text, expected) => {
  expect(quotedError(text)).toContain(expected);
  expect(quotedError(text)).not.toMatch(/\.\.\.F|is quick/);
});

test('a line that is missing is told from a line with another time', () => {
  const usual = ['12 users\n✓ reads users (12 ms)\n3 passing (48ms)', '12 users\n✓ reads users\n3 passing (51ms)'];
  expect(missingLine('12 users\n✓ reads users (1021 ms)\n3 passing (1s)', usual)).toBeUndefined();
  expect(missingLine('11 users\n✓ reads users\n3 passing (48ms)', usual)).toBe('12 users');
  expect(missingLine('✓ reads users\n3 passing (48ms)', ['a 1\nb', 'a 2\nb'])).toBe('b');
  // Tests that run in parallel end in another order.
  expect(missingLine('ok 2 - one\nok 1 - two', ['ok 1 - one\nok 2 - two', 'ok 1 - one\nok 2 - two'])).toBeUndefined();
});

test('lines of a passing run are not searched for an error', () => {
  expect(newLines('started as 4711\nboom', ['started as 12', 'started as 13'])).toEqual(['boom']);
});
