/** What the error of a failed test says about the client. */

import { expect, test } from 'vitest';
import { OTHER_RESPONSES } from '../../src/audit/expectations/other-responses.js';
import { errorLines, failureIn, shortened, shortenedWithCause } from '../../src/audit/classify/error-text.js';

const CAUSE = /\b503\b|unavailable/i;

test.each([
  ['Error: GET /users: the service returned 503', 'names the cause'],
  ["TypeError: Cannot read properties of undefined (reading 'items')", 'own mistake'],
  ['SyntaxError: Unexpected token \'<\', "<html><hea"... is not valid JSON', 'own mistake'],
  ['Error: GET /users: 503, the body is not JSON: Unexpected token <', 'names the cause'],
  ['AssertionError: Expected values to be strictly equal: 0 !== 25', 'wrong value'],
  ['Error: cannot load the dashboard', 'unclear'],
  ['Error: Test timed out in 5000ms.', 'waited too long'],
  ['Error: Timeout of 2000ms exceeded. For async tests and hooks, ensure "done()" is called', 'waited too long'],
  ['AxiosError: timeout of 3000ms exceeded', 'unclear'],
])('the error "%s" is read as: %s', (message, expected) => {
  expect(failureIn(message, '', '', CAUSE)).toBe(expected);
});

test.each([
  "expected { id: 1, name: 'x', …(9) } to deeply equal { id: 1, name: 'x', …(8) }",
  "expected [ { id: 1, name: 'x', …(9) } ] to strictly equal [ { id: 1, name: 'x', …(8) } ]",
  'Expected values to be strictly deep-equal:\n+ actual - expected\n... Lines skipped',
  "AssertionError: Lists differ: [{'id[140 chars]3': 3, 'added'}] != [{'id[140 chars]3': 3}]",
  'expected: <{id=1, name=x, more=true}> but was: <{id=1, name=x}>',
])('a comparison of whole objects names an added member as its cause: %s', (message) => {
  expect(failureIn(message, '', '', OTHER_RESPONSES['more-members'].cause)).toBe('names the cause');
});

test.each(['expected 24 to deeply equal 25', 'Expected values to be strictly equal: 0 !== 25'])(
  'a comparison of other values does not: %s',
  (message) => {
    expect(failureIn(message, '', '', OTHER_RESPONSES['more-members'].cause)).toBe('wrong value');
  },
);

test('only the lines that a passing run does not write are searched for the cause', () => {
  const usual = 'the tests mention 503 here\nok 1';
  expect(failureIn(undefined, `${usual}\nnot ok 2 - it broke`, usual, CAUSE)).toBe('unclear');
  expect(failureIn(undefined, `${usual}\nerror: 'service unavailable'`, usual, CAUSE)).toBe('names the cause');
});

test('source and stack that a runner shows beside an error do not name the cause', () => {
  const output = ' > 12 | if (status === 503) throw new Error(text);\n    at unavailable (client.js:3:1)';
  expect(failureIn(undefined, output, '', CAUSE)).toBe('unclear');
});

test.each([
  [
    `file:///app/client.mjs:9\n  if (!response.ok) throw new Error('503 or so');\n        ^\n\nError: users: 500\n    at users (file:///app/client.mjs:9:27)\n`,
    'Error: users: 500',
  ],
  [
    'Traceback (most recent call last):\n  File "client.py", line 9, in <module>\n    users()\nurllib.error.HTTPError: HTTP Error 429: Too Many Requests',
    'urllib.error.HTTPError: HTTP Error 429: Too Many Requests',
  ],
  [
    'Exception in thread "main" java.io.IOException: users: 429\n\tat Client.main(Client.java:9)',
    'Exception in thread "main" java.io.IOException: users: 429',
  ],
  [
    `node:internal/modules/run_main:123\n    triggerUncaughtException(\n    ^\n\n<ref *1> AxiosError: timeout of 3000ms exceeded\n    at async file:///app/client.mjs:4:1 {\n  isAxiosError: true,\n  code: 'ECONNABORTED',\n}`,
    '<ref *1> AxiosError: timeout of 3000ms exceeded',
  ],
  [
    `not ok 1 - reads users\n  error: 'users: 500'\n  stack: |-\n    get (file:///app/client.mjs:9:27)\n    async file:///app/client.test.mjs:3:1\n`,
    "not ok 1 - reads users error: 'users: 500'",
  ],
  ['curl: (22) The requested URL returned error: 429\n', 'curl: (22) The requested URL returned error: 429'],
])('of what a program writes when it ends with an error, the message is shown: %j', (output, message) => {
  expect(shortened(errorLines(output, ''))).toBe(message);
});

test('a cause that only a member of the error names is shown behind its message', () => {
  const text = "RequestRetryError: Request failed\n  code: 'UND_ERR_REQ_RETRY',\n  statusCode: 503,\n}";
  expect(shortenedWithCause(text, CAUSE)).toBe('RequestRetryError: Request failed (statusCode: 503)');
  expect(shortenedWithCause('Error: the service returned 503\n  status: 503', CAUSE)).toMatch(
    /^Error: the service returned 503/,
  );
});
