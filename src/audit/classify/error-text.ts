/** What the error of a failed test says: the cause, or a mistake of the program itself. */

/** Names of errors that a program makes without wanting to. */
const ERROR_NAME =
  /^(?:Type|Reference|Range|Syntax|Key|Attribute|Index|JSONDecode|NullPointer|ClassCast)(?:Error|Exception)(?: \[[^\]]*\])?: /;

/** At the start of a message: behind words of the client it is an explanation. */
const OWN_MISTAKE =
  /^(?:cannot (?:read|set) propert|cannot (?:destructure|convert undefined)|unexpected (?:token|end of|non-whitespace)|.{0,200} is not (?:a function|iterable|valid json|defined|a constructor)|expecting value: |'nonetype' object|bad control character|panic: |fatal error: )/i;

/** Test runners that give up waiting. */
const RUNNER_TIMEOUT =
  /test timed out (?:in|after)|exceeded timeout of \d+|timeout of \d+ ?ms exceeded|test timeout of \d+|cancelledByParent.*timeout|Promise resolution is still pending/i;

const ASSERTION =
  /AssertionError|ERR_ASSERTION|expect\(|AssertionFailed|assert(?:ion)? failed|expected .{1,200} (?:to|but|got|received)\b/is;

/** What the text of a failure says. `unclear`: an error without its cause. */
export type Failure = 'waited too long' | 'own mistake' | 'names the cause' | 'wrong value' | 'unclear';

/**
 * @param message of the error, if the test runner has told it
 * @param output of the command, in which the error is searched otherwise
 * @param usual the output of the command when it passes
 */
export function failureIn(message: string | undefined, output: string, usual: string, cause: RegExp): Failure {
  const text = message ?? errorLines(output, usual);
  if (RUNNER_TIMEOUT.test(text)) return 'waited too long';
  if ((message === undefined ? text.split('\n') : [message]).some(isOwnMistake)) return 'own mistake';
  if (cause.test(text)) return 'names the cause';
  return ASSERTION.test(text) ? 'wrong value' : 'unclear';
}

/** Whether a line is a mistake of the program. Test runners write something before the message. */
function isOwnMistake(line: string): boolean {
  const message = line.trim().replace(/^(?:error: |Uncaught |Error: |['"[])*/, '');
  return OWN_MISTAKE.test(message.replace(ERROR_NAME, ''));
}

/** The lines that a passing run does not write, without the frames of a stack and the source that a runner shows. */
export function errorLines(output: string, usual: string): string {
  const known = new Set(usual.split('\n').map(withoutNumbers));
  return output
    .replace(ESCAPES, '')
    .split('\n')
    .filter((line) => !known.has(withoutNumbers(line)) && !FRAME.test(line.trim()) && !SOURCE.test(line.trim()))
    .join('\n');
}

// oxlint-disable-next-line no-control-regex
const ESCAPES = /\u001B\[[\d;]*m/g;
/** `at users (file:///...)`, `❯ users src/users.ts:3:9`, `location: '...'` */
const FRAME = /^(?:at |❯ |location: |duration_ms|File ")/;
/** `> 12 |   const users = ...` */
const SOURCE = /^(?:> ?)?\d+ ?\|/;

/** Times and process IDs differ from run to run. */
function withoutNumbers(line: string): string {
  return line.replace(/\d+/g, '0').trim();
}
