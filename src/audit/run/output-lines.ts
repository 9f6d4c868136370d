/** What a command prints, compared with what it prints without faults. */

import { stripVTControlCharacters } from 'node:util';
import { PRINTED } from './printed.js';

/**
 * A line that both usual outputs have, and this output lacks. A line also counts as present at the end of a line that a
 * test runner begins. Lines of test runners and lines with a time are not compared. A time at the end of a line is
 * ignored, because test runners mark slow tests with a time. Numbers are ignored in lines with words, because they may
 * count requests.
 */
export function missingLine(output: string, [first = '', second = '']: readonly string[]): string | undefined {
  const lines = comparableLines(first);
  // A line that differs between the two outputs without faults proves nothing.
  const differing = linesWithout(lines, comparableLines(second));
  const usualLines = linesWithout(lines, differing);
  const usualTexts = usualLines.map(comparedText);
  const texts = linesOf(output).map(comparedText);
  // A line that is printed several times counts as gone if it is printed less often than usual.
  const isGone = (text: string): boolean => {
    const usualCount = usualTexts.filter((usual) => usual === text).length;
    return texts.filter((line) => endsWith(line, text)).length < usualCount;
  };

  const missing = linesWithout(usualTexts, texts).find(isGone);
  return missing === undefined ? undefined : usualLines[usualTexts.indexOf(missing)];
}

/**
 * A line of this output that has 0 in the place of each number of a usual line: `0 users` instead of `12 users`. A line
 * about attempts says nothing about results.
 */
export function emptiedLine(output: string, [first = '', second = '']: readonly string[]): string | undefined {
  const known = new Set(comparableLines(second));
  const inBoth = comparableLines(first).filter((line) => known.has(line));
  const emptied = new Set(inBoth.map(withoutNumbers));

  return comparableLines(output).find((line) => emptied.has(line) && !known.has(line) && !NO_CLAIM.test(line));
}

/** Whether a line is the text, or has a mark or the name of a test before the text: `test_users (Users) ... 12`. */
function endsWith(line: string, text: string): boolean {
  if (line === text) return true;
  if (!line.endsWith(text)) return false;

  const wordsBefore = line.slice(0, line.length - text.length).split(/\s/);
  const lastWord = wordsBefore.findLast((word) => word !== '') ?? '';

  // The last word before the text is a mark if it has a sign that is neither a letter nor a digit, such as `...`.
  return /[^\p{L}\p{N}]/u.test(lastWord);
}

/** The number of tests in an output of TAP, unittest, minitest, JUnit, Jasmine, node:test or `go test -v`, if any. */
export function testCountIn(output: string): number | undefined {
  // The pattern has the number in one of two groups. Several suites have a count each.
  const found = [...stripVTControlCharacters(output).matchAll(PRINTED.testCount)];
  const counts = found.map(([, count, otherCount = count]) => Number(otherCount));

  return counts.length === 0 ? undefined : counts.reduce((sum, count) => sum + count, 0);
}

/** The difference between two compared outputs, as a part of a sentence. */
export function differenceOf(usual = '', now = ''): string {
  const before = linesOf(usual).map(withoutTime);
  const after = linesOf(now).map(withoutTime);
  const [lost] = linesWithout(before, after);
  const [added] = linesWithout(after, before);
  const texts = [
    ...(lost === undefined ? [] : [`it lacks ${JSON.stringify(lost)}`]),
    ...(added === undefined ? [] : [`it has ${JSON.stringify(added)}`]),
  ];

  return texts.length === 0 ? 'its lines have another order' : texts.join(' and ');
}

/** Whether a compared output has a line with words that is not usual. A smaller number alone reports no failure. */
export function hasNewWords(usual = '', now = ''): boolean {
  return linesWithout(linesOf(now), linesOf(usual)).some((line) => /\p{L}/u.test(line));
}

/** Whether two compared outputs have the same lines, in any order. */
export function sameLines(one: string, other: string): boolean {
  return linesOf(one).toSorted().join('\n') === linesOf(other).toSorted().join('\n');
}

/** The lines that passing runs do not print, without colours. */
export function newLines(output: string, usual: readonly string[]): string[] {
  const comparable = (line: string): string => withoutNumbers(withoutTime(line));
  const known = new Set(usual.flatMap(linesOf).map(comparable));
  const lines = stripVTControlCharacters(output).split('\n');

  return lines.filter((line) => !known.has(comparable(line)));
}

/** A line that names a failure, and that no passing run prints with the same numbers. */
export function namedFailure(output: string, usual: readonly string[]): string | undefined {
  const known = new Set(usual.flatMap(linesOf).map(withoutChance));
  return linesOf(output).find((line) => namesFailure(line, usual) && !known.has(withoutChance(line)));
}

/**
 * Whether a part of the line names a failure: `8 found, 0 failed` names none. A number such as 411 is no status if a
 * usual output has it in an equal part.
 */
function namesFailure(line: string, usual: readonly string[]): boolean {
  const { failure } = PRINTED;
  const isKnown = (part: string): boolean => usual.flatMap(linesOf).flatMap(partsOf).includes(part);
  return partsOf(line).some((part) => {
    if (!failure.test(part) || deniesFailure(part)) return false;
    return failure.test(withoutNumbers(part)) || !isKnown(part);
  });
}

/** The parts of a line, such as `9 found` and `0 failed`. */
export function partsOf(line: string): string[] {
  return withoutChance(line).split(/[,;]/);
}

/** Whether a part of a line says that nothing failed. */
export function deniesFailure(part: string): boolean {
  const isNone = PRINTED.failure.test(part) && PRINTED.none.test(part) && !/[1-9]/.test(part);
  return isNone || PRINTED.complete.test(part);
}

/** A line that says that nothing failed, and that no usual output has. */
export function newAllClear(output: string, usual: readonly string[]): string | undefined {
  const known = new Set(usual.flatMap(comparableLines));
  return comparableLines(output).find((line) => !known.has(line) && isAllClear(line, usual));
}

/** Whether a line says that nothing failed. */
function isAllClear(line: string, usual: readonly string[]): boolean {
  return partsOf(line).some(deniesFailure) && !namesFailure(line, usual);
}

/**
 * A line of a report that still says that nothing failed, although its numbers are smaller: `8 found, 0 failed` instead
 * of `9 found, 0 failed`. A number that rose may count failures. A line about attempts says nothing about results.
 */
export function falseAllClear(output: string, usual: readonly string[]): string | undefined {
  const isSmaller = (now: number, before: number): boolean => now <= before;
  return recounted(output, usual, isSmaller).find((line) => isAllClear(line, usual) && !ATTEMPTS.test(line));
}

/** A line in which a number rose by as many items as were read twice. A line about reading may count each of them. */
export function risenLine(output: string, usual: readonly string[], items: number): string | undefined {
  const mayBeSum = (now: number, before: number): boolean => now === before || now === before + items;
  return recounted(output, usual, mayBeSum).find((line) => !COUNTS_READS.test(line));
}

type Fits = (now: number, before: number) => boolean;

/** The lines that differ from usual ones by their numbers alone, each of which fits the usual number. */
function recounted(output: string, usual: readonly string[], fits: Fits): readonly string[] {
  const known = usual.map(comparableLines);
  const isRecounted = (line: string, before: string): boolean => {
    const numbers = before.match(PRINTED.number) ?? [];
    const allFit = (line.match(PRINTED.number) ?? []).every((number, at) => fits(Number(number), Number(numbers[at])));

    return allFit && withoutNumbers(line) === withoutNumbers(before);
  };

  return comparableLines(output).filter((line) =>
    known.every((lines) => !lines.includes(line) && lines.some((before) => isRecounted(line, before))),
  );
}

/**
 * A line that claims how much work was done, and that each usual output has, too.
 * @param mustDeny whether the line has to say that nothing failed, too
 */
export function claimIn(output: string, usual: readonly string[], mustDeny = false): string | undefined {
  const known = usual.map((each) => new Set(comparableLines(each)));
  return comparableLines(output).find((line) => {
    const counts = !mustDeny || partsOf(line).some(deniesFailure);
    return counts && isClaim(line) && known.every((lines) => lines.has(line));
  });
}

/** A line that usually claims how much work was done; undefined if the output claims anything. */
export function missingClaim(output: string, [usual = '']: readonly string[]): string | undefined {
  return comparableLines(output).some(isClaim) ? undefined : comparableLines(usual).find(isClaim);
}

/** Whether a line claims results: with a word such as "sent" if it is not about attempts, or as a success. */
function isClaim(line: string): boolean {
  const { failure, success, claim } = PRINTED;
  const parts = partsOf(line).filter((part) => !deniesFailure(part));
  // A number alone, as in `500 sent`, is no status.
  if (!/\d/.test(line) || parts.some((part) => failure.test(withoutNumbers(part)))) return false;

  return parts.some((part) => success.test(part) || (claim.test(part) && !ATTEMPTS.test(line)));
}

/** The lines without colours, and without blanks around them. Empty lines are left out. */
export function linesOf(output: string): string[] {
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
  const { warnedSource, testName, timed, testResult, warning } = PRINTED;
  const lines = linesOf(output.replace(warnedSource, '')).map((line) => line.replace(testName, ''));
  return lines.filter((line) => ![timed, testResult, warning].some((pattern) => pattern.test(line)));
}

/** The lines without those of `others`. A line that is there three times, and in `others` once, stays twice. */
export function linesWithout(lines: readonly string[], others: readonly string[]): string[] {
  const counts = new Map<string, number>();
  for (const line of others) counts.set(line, (counts.get(line) ?? 0) + 1);

  return lines.filter((line) => {
    const count = counts.get(line) ?? 0;
    counts.set(line, count - 1);
    return count <= 0;
  });
}

function withoutTime(line: string): string {
  return line.trim().replace(PRINTED.timeAtEnd, '').trim();
}

/** The line without what differs from run to run by chance. In a duration of 503.2 ms, 503 is no status. */
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

export const ATTEMPTS = /request|attempt|call|tried/i;
/** Matches lines about what was read, which may count an item each time that it was read. */
const COUNTS_READS = new RegExp(`read|fetch|receiv|download|load|page|${ATTEMPTS.source}`, 'i');
/** Matches lines about failures and attempts, which claim nothing about results. */
const NO_CLAIM = new RegExp(`${PRINTED.failure.source}|${ATTEMPTS.source}`, 'i');
