/**
 * Which lines of a command are missing, and which name a failure, and so clear a client that nothing else tells from one that
 * hides it.
 */

import { expect, test } from 'vitest';
import { emptiedLine, missingLine, namedFailure, newLines } from '../../src/audit/run/output-lines.js';

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

test('a line that is missing is told from a line with another time', () => {
  const usual = ['12 users\n✓ reads users (12 ms)\n3 passing (48ms)', '12 users\n✓ reads users\n3 passing (51ms)'];
  expect(missingLine('12 users\n✓ reads users (1021 ms)\n3 passing (1s)', usual)).toBeUndefined();
  expect(missingLine('✓ reads users\n3 passing (48ms)', usual)).toBe('12 users');
  expect(missingLine('✓ reads users\n3 passing (48ms)', ['a 1\nb', 'a 2\nb'])).toBe('b');
  // Tests that run in parallel end in another order.
  expect(missingLine('ok 2 - one\nok 1 - two', ['ok 1 - one\nok 2 - two', 'ok 1 - one\nok 2 - two'])).toBeUndefined();
});

test.each([
  ['12 users, 18 requests sent', '12 users, 19 requests sent', false],
  ['<Client object at 0x7f3a2b10>', '<Client object at 0x7fbc0044>', false],
  ['saved as 0b7e4c1a-52d3-4f0e-9c56-1f1b7a3f2d10', 'saved as 9d2a6f3e-1b0c-4e7d-8a45-6c2e0f9b8d21', false],
  ['12', '11', true],
  ['12, 50 %', '11, 50 %', true],
])('a number proves a wrong result only if its line says nothing else: %s', (usual, now, isProof) => {
  expect(missingLine(now, [usual, usual])).toBe(isProof ? usual : undefined);
});

test.each([
  ['unittest', 'test_all (cases.Users.test_all) ... '],
  ['minitest', 'UsersTest#test_all = '],
  ['pytest', 'checks.py '],
])('the first line of a program stands behind the name of its test, in %s, or not', (_, name) => {
  const late = `${name}Executing <Task> took 0.1 seconds\n12 users\nok`;
  const direct = `${name}12 users\nok`;
  expect(missingLine(direct, [late, late])).toBeUndefined();
  expect(missingLine(late, [direct, direct])).toBeUndefined();
  expect(missingLine(`${name}no users\nok`, [late, late])).toBe('12 users');
});

test('the first line of a program is missing, although a runner prints the next one behind the name of the test', () => {
  const name = 'test_all (tests.Users.test_all) ... ';
  const usual = `${name}alice has accounts\nben has accounts\nok`;
  expect(missingLine(`${name}ben has accounts\nok`, [usual, usual])).toBe('alice has accounts');
});

test('a runner prints that a test has passed behind its name, or on a line of its own', () => {
  const usual = 'test_all (cases.Users.test_all) ... Executing <Task> took 0.1 seconds\nok';
  expect(missingLine('test_all (cases.Users.test_all) ... ok', [usual, usual])).toBeUndefined();
});

test('words of the program before a line make it another one', () => {
  expect(missingLine('not ready', ['ready', 'ready'])).toBe('ready');
});

test.each([
  'ResourceWarning: Enable tracemalloc to get the object allocation traceback',
  "/usr/lib/python3.11/json.py:3: ResourceWarning: unclosed <socket.socket fd=3, laddr=('127.0.0.1', 3)>\n  return read()",
  '(node:12) ExperimentalWarning: localStorage is not available',
])('a warning of the runtime that is missing proves nothing: %s', (line) => {
  expect(missingLine('', [line, line])).toBeUndefined();
});

test('lines of a passing run are not searched for an error', () => {
  expect(newLines('started as 4711\nboom', ['started as 12', 'started as 13'])).toEqual(['boom']);
});
