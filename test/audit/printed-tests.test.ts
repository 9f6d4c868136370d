/** Tests that a command prints, by name. */

import { expect, test } from 'vitest';
import { printedTests } from '../../src/audit/run/tests.js';

test.each([
  ['ok 1 - reads users', 'reads users', true],
  ['not ok 2 - writes: "a link"', 'writes: "a link"', false],
  ['    not ok 12 nested', 'nested', false],
  ['not ok 3 - is to be done # TODO later', 'is to be done', true],
  ['ok 4 - is not for here # SKIP no network', 'is not for here', true],
])('TAP: %s', (line, name, passed) => {
  expect(printedTests(`TAP version 13\n1..4\n${line}\n# done`)).toEqual([{ name, passed }]);
});

test('the output of go test -v', () => {
  const output =
    '=== RUN   TestReads\n    client_test.go:9: no\n--- FAIL: TestReads (0.01s)\n--- PASS: TestWrites (0.00s)\nFAIL';
  expect(printedTests(output)).toEqual([
    { name: 'TestReads', passed: false },
    { name: 'TestWrites', passed: true },
  ]);
});

test('a test that fails because its parts fail counts once', () => {
  const go = '--- FAIL: TestReads (0.01s)\n    --- FAIL: TestReads/all (0.01s)\n--- PASS: TestReadsLater (0.00s)';
  expect(printedTests(go).map(({ name }) => name)).toEqual(['TestReads/all', 'TestReadsLater']);
  const tap = 'ok 1 - logs in\n    not ok 1 - all\n    ok 2 - none\nnot ok 2 - reads\nok 3 - writes';
  expect(printedTests(tap).map(({ name }) => name)).toEqual(['logs in', 'all', 'none', 'writes']);
});

test('JUnit XML: a failure and an error are failed tests', () => {
  const xml = `<testsuite tests="3"><testcase classname="a" name="reads &quot;all&quot;"/>
    <testcase name='writes' classname="a"><failure message="no">stack</failure></testcase>
    <testcase classname="a" name="ends"><error/></testcase></testsuite>`;
  expect(printedTests(xml)).toEqual([
    { name: 'reads "all"', passed: true },
    { name: 'writes', passed: false },
    { name: 'ends', passed: false },
  ]);
});

test('other lines name no test', () => {
  expect(printedTests('ok\nnot okay then\nlooks ok 1 - to me\n')).toEqual([]);
});
