/** How errors are quoted, and told by a reporter. */

import { createRequire } from 'node:module';
import { expect, test } from 'vitest';
import { quotedError } from '../../src/audit/classify/error-text.js';
import { PRINTED } from '../../src/audit/run/printed.js';

const { textOf, comparedIn } = createRequire(import.meta.url)('../../bin/reporters/write.cjs') as {
  readonly textOf: (errors: readonly unknown[]) => string;
  readonly comparedIn: (errors: readonly unknown[]) => { expected: string; actual: string } | undefined;
};

test.each([
  ['Error: Test timed out in 5000ms.', true],
  ['Error: Timeout of 2000ms exceeded. For async tests and hooks, ensure "done()" is called', true],
  ['AxiosError: timeout of 3000ms exceeded', false],
])('the limit of a test runner is told from the timeout of a client: %s', (text, expected) => {
  expect(PRINTED.runnerLimit.test(text)).toBe(expected);
});

test.each([
  ['    with urllib.request.urlopen(request, timeout=20) as response:\nHTTPError: HTTP Error 401', false],
  ['    Net::HTTP.start(host, port, open_timeout: 10, read_timeout: 20) do |http|', false],
  ['ReadTimeout: Read timed out. (read timeout=5)', true],
  ['Timeout: 5000 ms', true],
])('a time limit in a line of source is not the error of a client whose time is up: %s', (text, expected) => {
  expect(PRINTED.timeLimit.test(text)).toBe(expected);
});

test.each([
  [
    '...F..\n_____ test_users _____\nE   scores.ServiceError: status 503\n\nscores.py:40: ServiceError',
    'E   scores.ServiceError: status 503',
  ],
  [' ✓ is quick\n × is slow\nTransportError: no response', 'TransportError: no response'],
  ['Error: \u001B[2mexpect(\u001B[22m\u001B[31mreceived\u001B[39m)', 'Error: expect(received)'],
])('an error is quoted without marks and without tests that passed: %j', (text, expected) => {
  expect(quotedError(text)).toContain(expected);
  expect(quotedError(text)).not.toMatch(/\.\.\.F|is quick/);
});

test('a reporter tells the message of an error, also if its stack is that of another one', () => {
  const late = Object.assign(new Error('Test timed out in 5000ms.'), {
    stack: 'Error: STACK_TRACE_ERROR\n    at a:1:2',
  });
  expect(textOf([late, new Error('no users')])).toMatch(
    /^Test timed out in 5000ms\.\nError: STACK_TRACE_ERROR\n {4}at a:1:2\nError: no users\n/,
  );
});

test('a reporter tells what the only error of a test compares, and what has caused an error', () => {
  const error = Object.assign(new Error('not equal'), { expected: [1], actual: [] });
  expect(comparedIn([error])).toEqual({ expected: '[1]', actual: '[]' });
  expect(comparedIn([error, new Error('other')])).toBeUndefined();
  expect(comparedIn([new Error('no')])).toBeUndefined();
  expect(textOf([new Error('no users', { cause: new Error('terminated') })])).toMatch(
    /no users[^]*\n\[cause]: Error: terminated/,
  );
});

test('an error is quoted with what has caused it', () => {
  const text = 'TypeError: fetch failed\n    at x (file:///a.js:1:1) {\n  [cause]: SocketError: other side closed {';
  expect(quotedError(text)).toBe('TypeError: fetch failed, because of SocketError: other side closed');
});
