/** What the error of a failed test says about the client. */

import { expect, test } from 'vitest';
import { failureIn } from '../../src/audit/classify/error-text.js';

const CAUSE = /\b503\b|unavailable/i;

test.each([
  ['Error: GET /users: the service returned 503', 'names the cause'],
  ["TypeError: Cannot read properties of undefined (reading 'items')", 'own mistake'],
  ['SyntaxError: Unexpected token \'<\', "<html><hea"... is not valid JSON', 'own mistake'],
  ['Error: GET /users: 503, the body is not JSON: Unexpected token <', 'names the cause'],
  ['AssertionError: Expected values to be strictly equal: 0 !== 25', 'wrong value'],
  ['Error: cannot load the dashboard', 'unclear'],
  ['Error: Test timed out in 5000ms.', 'waited too long'],
])('the error "%s" is read as: %s', (message, expected) => {
  expect(failureIn(message, '', '', CAUSE)).toBe(expected);
});

test('only the lines that a passing run does not write are searched for the cause', () => {
  const usual = 'the tests mention 503 here\nok 1';
  expect(failureIn(undefined, `${usual}\nnot ok 2 - it broke`, usual, CAUSE)).toBe('unclear');
  expect(failureIn(undefined, `${usual}\nerror: 'service unavailable'`, usual, CAUSE)).toBe('names the cause');
});

test('source and stack that a runner shows beside an error do not name the cause', () => {
  const output = ' > 12 | if (status === 503) throw new Error(text);\n    at unavailable (client.js:3:1)';
  expect(failureIn(undefined, output, '', CAUSE)).toBe('unclear');
});
