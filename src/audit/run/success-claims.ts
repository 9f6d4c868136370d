/** Lines in which a job claims that its work is done, in the words of several languages. */

import { ATTEMPTS, deniesFailure, linesOf, partsOf } from './output-lines.js';
import { PRINTED } from './printed.js';

/**
 * A line that claims success for an operation, and that each usual output has, too: a line that names what the
 * operation is about, or else the last line, if it names nothing that another operation is about.
 * @param operations all operations of the command
 */
export function successClaimIn(
  output: string,
  usual: readonly string[],
  { operation, operations, isRead }: ClaimedWork,
): string | undefined {
  // What a test runner says about its tests is no claim of the program.
  if (PRINTED.ofTests.test(output)) return undefined;

  const known = usual.map((each) => new Set(linesOf(each).map(withoutStamps)));
  const others = operations.flatMap(subjectsOf);
  const lines = linesOf(output);

  return lines.find((line, at) => {
    const isOther = PRINTED.preparation.test(line) || (isRead && PRINTED.ofWrites.test(line));
    if (isOther || known.some((texts) => !texts.has(withoutStamps(line)))) return false;

    const isNamed = subjectsOf(operation).some((subject) => isAbout(line, subject));
    const isLast = at === lines.length - 1 && !others.some((subject) => isAbout(line, subject));
    return (isNamed && (isSuccess(line) || isDeed(line))) || (isLast && isSuccess(line));
  });
}

/** The last line, if it says that all went well, and is the last one without a fault, too. */
export function closingSuccess(output: string, usual: readonly string[]): string | undefined {
  const last = linesOf(output).at(-1) ?? '';
  const isUsual = usual.every((each) => linesOf(each).at(-1) === last);
  return isUsual && (isSuccess(last) || PRINTED.passed.test(last)) ? last : undefined;
}

/** The work that a line may be about. */
interface ClaimedWork {
  readonly operation: string;
  readonly operations: readonly string[];
  readonly isRead: boolean;
}

/** What an operation is about, by its ID: `human` and `score` of `getHumanScores`. */
function subjectsOf(operation: string): string[] {
  const words = operation.replace(/By[A-Z].*/, '').match(/[A-Z][a-z]+/g) ?? [];
  return words.map((word) => word.toLowerCase().replace(/s$/, ''));
}

function isAbout(line: string, subject: string): boolean {
  return line.toLowerCase().includes(subject);
}

/** Whether a line says that all went well: as a success, as an end, or by denying failures. */
function isSuccess(line: string): boolean {
  const failing = partsOf(line).filter((part) => PRINTED.failure.test(part));
  if (failing.length > 0) return failing.every(deniesFailure);
  return PRINTED.success.test(line) || PRINTED.finished.test(line);
}

/** Whether a line says what was done with the data: `users exported`, `scores of 8 of 8 parties`. */
function isDeed(line: string): boolean {
  if (PRINTED.failure.test(line) || ATTEMPTS.test(line)) return false;
  return PRINTED.deed.test(line) || PRINTED.whole.test(line);
}

/** The line without what a log begins with, and without durations. */
function withoutStamps(line: string): string {
  return line.replace(PRINTED.stamp, '');
}
