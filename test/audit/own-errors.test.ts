/** Which errors are a program's own. */

import { expect, test } from 'vitest';
import { fatalSignal, ownErrorIn } from '../../src/audit/classify/own-errors.js';
import type { Broken } from '../../src/audit/audit-types.js';
import { filledEntries } from '../filled-entries.js';

/** What is in the document, see there. */
interface Printed {
  readonly breaks?: readonly Broken[];
  readonly own?: string | readonly string[];
  readonly others?: string | readonly string[];
}

const DOCUMENT = new URL('own-errors.yaml', import.meta.url);
const TEXTS = filledEntries<Printed>(DOCUMENT, 'breaks own others').flatMap(([title, { breaks = [], own, others }]) => [
  ...[own ?? []].flat().map((text) => ({ title, text, breaks, isOwn: true })),
  ...[others ?? []].flat().map((text) => ({ title, text, breaks, isOwn: false })),
]);

test.each(TEXTS)('$title: $text', ({ text, breaks, isOwn }) => {
  const lines = text.replaceAll('/work', process.cwd()).split('\n');
  expect(ownErrorIn(lines, { breaks, testFiles: [] }) !== undefined).toBe(isOwn);
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
