/** How errors are quoted, and which of them are a program's own. */

import { createRequire } from 'node:module';
import { expect, test } from 'vitest';
import { quotedError } from '../../src/audit/classify/error-text.js';
import { PRINTED } from '../../src/audit/run/printed.js';
import { missingLine, newLines } from '../../src/audit/run/output-lines.js';
import { fatalSignal, ownErrorIn } from '../../src/audit/classify/own-errors.js';
import type { Broken } from '../../src/audit/audit-types.js';

const { textOf, comparedIn } = createRequire(import.meta.url)('../../bin/reporters/write.cjs') as {
  readonly textOf: (errors: readonly unknown[]) => string;
  readonly comparedIn: (errors: readonly unknown[]) => { expected: string; actual: string } | undefined;
};

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
  // An error that the client throws on purpose, whose message names the reason.
  ['HttpError: no answer: TypeError\n    at list (/work/src/list.ts:3:9)', [], undefined],
  ['job.GivenUp: x\nServiceError: no answer: KeyError(\'id\')\n  File "job.py", line 3, in run', [], undefined],
  ['Error: no answer (TypeError: x)\n    at list (/work/src/list.ts:3:9)', [], undefined],
  // Where the name is a word of a message or of the source.
  [
    ' × grades\n   → There was no complete answer: TypeError\nServiceError: There was no complete answer: TypeError\n ❯ Api.send src/api.ts:9:3',
    [],
    undefined,
  ],
  ['GivenUp: no answer: TypeError: x is not iterable\n    at list (/work/src/list.ts:3:9)', [], undefined],
  ['Failure/Error: raise Lost\n\nLost:\n  no answer: KeyError\n# ./lib/users.rb:12:in list', [], undefined],
  ['ServiceError:\n  KeyError: key not found\n# ./lib/users.rb:12:in list', [], undefined],
  ["job.rb:3:in 'run': no answer (KeyError) (Lost)", [], undefined],
  ['    except KeyError:\n>       raise Lost\nE       client.Lost: no id\n\nclient.py:30: Lost', [], undefined],
  ['  9|  if (error instanceof TypeError) throw new Lost();\n ❯ Api.send src/api.ts:9:3', [], undefined],
  ['1) ClientTest::testReads\nLost: no answer: TypeError\n\n/work/Client.php:9', [], undefined],
  ['└─ reads() ✘ no answer: NullPointerException\n  => Lost: x\n     Client.reads(Client.java:9)', [], undefined],
  ['--- FAIL: TestReads\n    client.go:12: no answer: panic: closed', [], undefined],
  // Where the client has thrown another error in its place.
  [
    'Traceback (most recent call last):\n  File "job.py", line 3, in run\nKeyError: \'id\'\n\nThe above exception was the direct cause of the following exception:\n\nTraceback (most recent call last):\n  File "job.py", line 5, in run\njob.Lost: no id',
    [],
    undefined,
  ],
  [
    'ServiceError: no id\n    at x (/work/src/a.ts:1:1) {\n  [cause]: TypeError: x\n      at y (/work/src/a.ts:2:2)',
    [],
    undefined,
  ],
  [
    'java.lang.Lost: no id\nCaused by: java.lang.NullPointerException: x\n\tat Client.reads(Client.java:7)',
    [],
    undefined,
  ],
  ['Lost:\n  no id\n# ./a.rb:9:in x\n# --- Caused by: ---\n# KeyError:\n#   no key\n#   ./a.rb:3:in y', [], undefined],
  ['Lost: no id\n\n/work/a.php:9\n\nCaused by\nTypeError: x\n\n/work/a.php:3', [], undefined],
  [
    "job.rb:5:in 'run': no id (Lost)\n\tfrom job.rb:9:in '<main>'\njob.rb:3:in 'read': no key (KeyError)",
    [],
    undefined,
  ],
  // An error of its own that a client meets while it handles another one, and one that it prints behind words.
  [
    'Traceback (most recent call last):\n  File "job.py", line 3, in run\njob.Lost: x\n\nDuring handling of the above exception, another exception occurred:\n\nTraceback (most recent call last):\n  File "job.py", line 5, in run\nNameError: x',
    [],
    'program',
  ],
  ['# Traceback (most recent call last):\n#   File "job.py", line 3, in run\n# KeyError: \'id\'', [], 'program'],
  ["client.py:12: KeyError: 'id'", [], 'program'],
  ['Export failed: TypeError: x is not iterable\n    at list (/work/src/list.ts:3:9)', [], 'program'],
  ["SyntaxError: Unexpected token '<' in JSON\n    at list (/work/src/list.ts:3:9)", ['body'], undefined],
  ['SyntaxError: Unexpected end of JSON input\n    at list (/work/src/list.ts:3:9)', [], 'program'],
  ['Traceback (most recent call last):\n  File "job.py", line 3, in run\nKeyError: \'items\'', [], 'program'],
  ['Traceback (most recent call last):\n  File "test_job.py", line 3, in test\nKeyError: \'items\'', [], 'test'],
  ["job.py:12: KeyError\nE       KeyError: 'items'", [], 'program'],
  ['Traceback (most recent call last):\n  File "job.py", line 3, in run\njob.GivenUp: status 503', [], undefined],
  ['Exception in thread "main" java.lang.NullPointerException: x\n\tat Report.main(Report.java:7)', [], 'program'],
  [
    '<error message="x" type="java.lang.NullPointerException"><![CDATA[java.lang.NullPointerException: x\n\tat Report.main(Report.java:7)',
    [],
    'program',
  ],
  [
    '<error message="x" type="java.lang.NullPointerException"><![CDATA[java.lang.NullPointerException: x\n\tat ReportTest.main(ReportTest.java:7)',
    [],
    undefined,
  ],
  ['panic: runtime error: index out of range\n\t/work/main.go:12 +0x1d', [], 'program'],
  ["Can't use an undefined value as an ARRAY reference at lib/Identity.pm line 9.", [], 'program'],
  [
    "ConsentTest#test_asks:\nNoMethodError: undefined method 'strip' for nil\n    /work/consent.rb:17:in 'block in find'",
    [],
    'program',
  ],
  ["consent.rb:17:in `find': undefined method `strip' for nil:NilClass (NoMethodError)", [], 'program'],
  ['NoMethodError: undefined method\n    consent_test.rb:9:in `test_asks', [], 'test'],
  ['NoMethodError: undefined method\n    /usr/lib/ruby/3.1.0/json.rb:9:in `parse', [], undefined],
  [
    'PHP Fatal error:  Uncaught TypeError: trim(): Argument #1 must be of type string in /work/export.php:102\nStack trace:\n#0 /work/export.php(102): trim()\n#1 {main}',
    [],
    'program',
  ],
  ['PHP Fatal error:  Uncaught Error: Call to a member function name() on null in /work/export.php:9', [], 'program'],
  ['PHP Fatal error:  Uncaught Failed: /users: status 503 in /work/export.php:9', [], undefined],
  [
    'Unhandled exception. System.NullReferenceException: Object reference not set.\n   at Export.Run() in /work/Export.cs:line 12',
    [],
    'program',
  ],
  [
    'panic: runtime error: invalid memory address\n\ngoroutine 1 [running]:\nmain.main()\n\t/work/main.go:12 +0x1d',
    [],
    'program',
  ],
  [
    'java.lang.ArithmeticException: / by zero\n\tat java.base/java.util.ArrayList.get(ArrayList.java:427)',
    [],
    undefined,
  ],
  ...['ClientIT.java', 'ClientSpec.kt', 'TestClient.java', 'ClientTestCase.java', 't/lib/Client.pm'].map(
    (file): (typeof CASES)[number] => [`NullPointerException: x\n    at Client.reads(${file}:38)`, [], 'test'],
  ),
  // JUnit's console launcher, which prints frames without "at".
  [junitConsole('java.base/java.util.Objects.requireNonNull(Objects.java:209)'), [], 'test'],
  [junitConsole('com.google.gson.JsonArray.get(JsonArray.java:209)'), [], 'test'],
  [junitConsole('IdentityClient.links(IdentityClient.java:187)'), [], 'program'],
  ['export.sh: line 9: total: unbound variable', [], 'program'],
  ['TypeError: users.map is not a function\n    at file:///work/[eval1]:3:9', [], 'program'],
  ['TypeError: users.map is not a function\n    at [eval]:3:9\n    at node:internal/vm:20:7', [], 'program'],
  ['❯ sdk.ts:85:9\nTypeError: Cannot read properties of null\n ❯ Api.list sdk.ts:85:9', [], 'program'],
  // Reports that have the message on a line of its own.
  [tapOfNode('TypeError', "'fetch failed'"), ['connection'], undefined],
  [tapOfNode('TypeError', '|-\n    fetch failed'), [], undefined],
  [tapOfNode('SyntaxError', '|-\n    Unexpected token < in JSON at position 0'), ['body'], undefined],
  [tapOfNode('SyntaxError', "'Unexpected end of JSON input'"), [], 'program'],
  [tapOfNode('TypeError', '"Cannot read properties of undefined (reading \'items\')"'), ['connection'], 'program'],
  [tapOfAva('TypeError', 'fetch failed'), ['connection'], undefined],
  [tapOfAva('TypeError', 'users.map is not a function'), ['connection'], 'program'],
  [tapOfAva('TypeError', 'users.map is not a function') + tapOfAva('TypeError', 'terminated'), ['body'], 'program'],
  [tapOfAva('TypeError', 'terminated') + tapOfAva('TypeError', 'users.map is not a function'), ['body'], 'program'],
  [nodeTap('Cannot read properties of undefined'), ['body'], 'program'],
  [nodeTap('terminated'), ['connection'], undefined],
  [pytest('AttributeError', "'NoneType' object has no attribute 'readinto'"), ['connection'], undefined],
  [pytest('AttributeError', "'NoneType' object has no attribute 'upper'"), ['connection'], 'program'],
  // Other runtimes and browsers, about a connection.
  ['TypeError: Failed to fetch\n    at list (/work/src/list.ts:3:9)', ['connection'], undefined],
  ['TypeError: Load failed\n    at list (/work/src/list.ts:3:9)', ['connection'], undefined],
  [
    'TypeError: error sending request for url (http://127.0.0.1/)\n    at list (file:///work/list.ts:3:9)',
    [],
    undefined,
  ],
  ['TypeError: error reading a body from connection\n    at list (file:///work/list.ts:3:9)', ['body'], undefined],
];

/** A failed test as `node --test` reports it on a pipe. */
function junitConsole(firstFrame: string): string {
  const frames = [firstFrame, 'IdentityClientTest.linksForTwo(IdentityClientTest.java:38)'];
  const thrown = `    => java.lang.NullPointerException\n${frames.map((frame) => `       ${frame}`).join('\n')}`;
  return `│     └─ linksForTwo() ✘ java.lang.NullPointerException\n\nFailures (1):\n${thrown}\n       [...]\n`;
}

function tapOfNode(name: string, error: string): string {
  return `not ok 1 - lists users
  duration_ms: 130.6
  location: '/work/list.test.js:13:1'
  failureType: 'testCodeFailure'
  error: ${error}
  code: 'ERR_TEST_FAILURE'
  name: '${name}'
  stack: |-
    node:internal/deps/undici/undici:14976:13
    async Http.request (file:///work/http.js:24:18)
    async TestContext.<anonymous> (file:///work/list.test.js:16:31)`;
}

function tapOfAva(name: string, message: string): string {
  return `not ok 1 - lists users
  ---
    name: ${name}
    message: ${message}
    at: |-
      Http.request (file:///work/http.js:24:18)
      file:///work/list.test.js:16:31
  ...
`;
}

function nodeTap(message: string): string {
  return `not ok 1 - ${message}
  ---
  stack: |
    lib/links.js:73:88
  type: TypeError
  tapCaught: returnedPromiseRejection
  ...
`;
}

function pytest(name: string, message: string): string {
  return `____________ test_lists ____________

    def test_lists():
>       Client().users()

test_client.py:9:
_ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _

client.py:12: in users
    return self.response.read()
E   ${name}: ${message}

client.py:30: ${name}`;
}

test.each(CASES)('an error accuses the program only with a frame in its files: %j', (text, breaks, expected) => {
  const lines = text.replaceAll('/work', process.cwd()).split('\n');
  const found = ownErrorIn(lines, { breaks, testFiles: [] });
  expect(found !== undefined).toBe(expected === 'program');
});

test.each([
  // A test puts "../src" on its path, as many in Python do.
  ['File "tests/../src/billing.py", line 3, in total\nKeyError: 4', [], true],
  ['File "src/../tests/cases.py", line 3, in test_total\nKeyError: 4', [], false],
  ['File "checks.py", line 3, in test_total\nKeyError: 4', ['checks.py'], false],
])('what is a test file says its path in the project, or its runner: %j', (text, testFiles, expected) => {
  const lines = ['Traceback (most recent call last):', ...text.split('\n')];
  expect(ownErrorIn(lines, { breaks: [], testFiles }) !== undefined).toBe(expected);
});

test('RSpec shows the message below the kind of an error', () => {
  const text =
    "Failure/Error: users.map(&:name)\n\nNoMethodError:\n  undefined method 'map' for nil\n# ./lib/users.rb:12:in 'list'";
  const found = ownErrorIn(text.split('\n'), { breaks: [], testFiles: [] });
  expect(found).toMatchObject({ error: "NoMethodError: undefined method 'map' for nil" });
});

test('an error has one cause, whatever it says of the response', () => {
  const at = 'Traceback (most recent call last):\n  File "job.py", line 3, in run\n';
  const causeOf = (text: string): string | undefined =>
    ownErrorIn((at + text).split('\n'), { breaks: [], testFiles: [] })?.cause;
  expect(causeOf("KeyError: 'items'")).toBe(causeOf("KeyError: 'pagination'"));
  expect(causeOf("KeyError: 'items'")).not.toBe(causeOf('NameError: users'));
});

test.each([
  [['check.sh: line 3:  4711 Segmentation fault      (core dumped) ./check'], 1, 'Segmentation fault'],
  [['Segmentation fault'], 1, 'Segmentation fault'],
  [['check.sh: line 3:  4711 Aborted                 ./check'], 1, 'Aborted'],
  [[], 139, 'SIGSEGV'],
  // What ends a program from outside, and words of programs.
  [['Aborted.', 'no Segmentation fault here', 'check.sh: line 3:  4711 Killed'], 143, undefined],
])('a program below a shell that its own mistake has ended is found: %j, exit code %i', (lines, code, expected) => {
  const found = fatalSignal(lines, code);
  expect(found?.includes(expected ?? '')).toBe(expected === undefined ? undefined : true);
});

test.each([
  ['Error: Test timed out in 5000ms.', true],
  ['Error: Timeout of 2000ms exceeded. For async tests and hooks, ensure "done()" is called', true],
  ['AxiosError: timeout of 3000ms exceeded', false],
])('the limit of a test runner is told from the timeout of a client: %s', (text, expected) => {
  expect(PRINTED.runnerLimit.test(text)).toBe(expected);
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
