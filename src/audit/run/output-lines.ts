/** What a command prints, compared with what it prints without faults. */

import { stripVTControlCharacters } from 'node:util';
import { PRINTED } from './printed.js';

/**
 * A line that both usual outputs have and this output lacks, even at the end of a line that a test runner begins. Lines
 * of test runners and lines with a time are not compared. A time at the end of a line is ignored, because a test runner
 * marks slow tests with it. Numbers are ignored in lines with words, because they may count requests.
 */
export function missingLine(output: string, [first = '', second = '']: readonly string[]): string | undefined {
  const lines = comparableLines(first);
  // A line that differs between the usual outputs proves nothing.
  const known = lackedBy(lackedBy(comparableLines(second), lines), lines);
  const texts = known.map(comparedText);
  const now = linesOf(output).map(comparedText);
  const missing = lackedBy(now, texts).find(
    (text) => now.filter((line) => endsWith(line, text)).length < texts.filter((line) => line === text).length,
  );

  return missing === undefined ? undefined : known[texts.indexOf(missing)];
}

/** A line that says 0 where both usual outputs have other numbers. A line about attempts says nothing about results. */
export function emptiedLine(output: string, [first = '', second = '']: readonly string[]): string | undefined {
  const known = new Set(comparableLines(second));
  const emptied = new Set(comparableLines(first).flatMap((line) => (known.has(line) ? [withoutNumbers(line)] : [])));

  return comparableLines(output).find((line) => emptied.has(line) && !known.has(line) && !NO_CLAIM.test(line));
}

/** Whether a line is the text, or ends with it behind a mark or a name of a test: `test_users (Users) ... 12`. */
function endsWith(line: string, text: string): boolean {
  if (!line.endsWith(text)) return false;
  const words = line.slice(0, line.length - text.length).split(/\s/);
  return line === text || /[^\p{L}\p{N}]/u.test(words.findLast((word) => word !== '') ?? '');
}

/** The number of tests in an output of TAP, unittest, minitest, JUnit, Jasmine, node:test or `go test -v`, if any. */
export function testCountIn(output: string): number | undefined {
  const counts = [...stripVTControlCharacters(output).matchAll(PRINTED.testCount)].map(([, count, ofRuns = count]) =>
    Number(ofRuns),
  );
  return counts.length === 0 ? undefined : counts.reduce((sum, count) => sum + count, 0);
}

/** The difference between two compared outputs, as a part of a sentence. */
export function differenceOf(usual = '', now = ''): string {
  const [before, after] = [linesOf(usual).map(withoutTime), linesOf(now).map(withoutTime)];
  const [lacking] = lackedBy(after, before);
  const [added] = lackedBy(before, after);
  const texts = [
    ...(lacking === undefined ? [] : [`it lacks ${JSON.stringify(lacking)}`]),
    ...(added === undefined ? [] : [`it has ${JSON.stringify(added)}`]),
  ];

  return texts.length === 0 ? 'its lines have another order' : texts.join(' and ');
}

/** Whether two compared outputs have the same lines, in any order. */
export function sameLines(one: string, other: string): boolean {
  return linesOf(one).toSorted().join('\n') === linesOf(other).toSorted().join('\n');
}

/** The lines that passing runs do not print, without colours. */
export function newLines(output: string, usual: readonly string[]): string[] {
  const known = new Set(usual.flatMap((each) => linesOf(each).map((line) => withoutNumbers(withoutTime(line)))));
  return stripVTControlCharacters(output)
    .split('\n')
    .filter((line) => !known.has(withoutNumbers(withoutTime(line))));
}

/** A line that names a failure, and that no passing run prints with the same numbers. */
export function namedFailure(output: string, usual: readonly string[]): string | undefined {
  const known = new Set(usual.flatMap((each) => linesOf(each).map(withoutChance)));
  return linesOf(output).find((line) => PRINTED.failure.test(withoutChance(line)) && !known.has(withoutChance(line)));
}

/**
 * A line that claims how much work was done, and that each usual output has, too. A line about attempts is no claim.
 */
export function claimIn(output: string, usual: readonly string[]): string | undefined {
  const known = usual.map((each) => new Set(comparableLines(each)));
  return comparableLines(output).find(
    (line) =>
      /\d/.test(line) && PRINTED.claim.test(line) && !NO_CLAIM.test(line) && known.every((lines) => lines.has(line)),
  );
}

function linesOf(output: string): string[] {
  return stripVTControlCharacters(output)
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');
}

/**
 * The lines about the program. Left out are lines with a time, results of tests, whose number may change, and warnings
 * of the runtime, with the source that Python shows below them.
 */
function comparableLines(output: string): string[] {
  const lines = linesOf(output.replace(PRINTED.warnedSource, '')).map((line) => line.replace(PRINTED.testName, ''));
  return lines.filter(
    (line) => !PRINTED.timed.test(line) && !PRINTED.testResult.test(line) && !PRINTED.warning.test(line),
  );
}

/** The lines that others lack, each as often as it is missing. */
function lackedBy(others: readonly string[], lines: readonly string[]): string[] {
  const left = new Map<string, number>();
  for (const line of others) left.set(line, (left.get(line) ?? 0) + 1);
  return lines.filter((line) => {
    const count = left.get(line) ?? 0;
    left.set(line, count - 1);
    return count <= 0;
  });
}

function withoutTime(line: string): string {
  return line.trim().replace(PRINTED.timeAtEnd, '').trim();
}

/** The line without what differs from run to run by chance. A duration of 503.2 ms names no status. */
function withoutChance(line: string): string {
  return withoutTime(line).replace(PRINTED.fraction, '').replace(PRINTED.process, '(node)');
}

/** The line as {@link missingLine} compares it: its numbers count only if the line has no words. */
function comparedText(line: string): string {
  const text = withoutTime(line);
  return /\p{L}/u.test(text) ? withoutNumbers(text) : text;
}

/** The line with 0 for each number: times, process IDs, addresses and UUIDs differ from run to run. */
function withoutNumbers(line: string): string {
  return line.replace(PRINTED.number, '0');
}

const NO_CLAIM = new RegExp(`${PRINTED.failure.source}|request|attempt|call|tried`, 'i');
