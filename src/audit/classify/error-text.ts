/** What the error of a failed test says: the cause, or a mistake of the program itself. */

/** Names of errors that a program makes without wanting to. */
const ERROR_NAME =
  /^(?:Type|Reference|Range|Syntax|Key|Attribute|Index|JSONDecode|NullPointer|ClassCast)(?:Error|Exception)(?: \[[^\]]*\])?: /;

/** At the start of a message: behind words of the client it is an explanation. */
const OWN_MISTAKE =
  /^(?:cannot (?:read|set) propert|cannot (?:destructure|convert undefined)|unexpected (?:token|end of|non-whitespace)|.{0,200} is not (?:a function|iterable|valid json|defined|a constructor)|expecting value: |'nonetype' object|bad control character|panic: |fatal error: )/i;

/** Test runners that give up waiting. */
const RUNNER_TIMEOUT =
  /test timed out (?:in|after)|exceeded timeout of \d+|timeout of \d+ ?ms exceeded\. for async|test timeout of \d+|cancelledByParent.*timeout|Promise resolution is still pending/i;

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
    .replace(THROWN_AT, '')
    .split('\n')
    .filter((line) => !known.has(withoutNumbers(line)) && !FRAME.test(line.trim()) && !SOURCE.test(line.trim()))
    .join('\n');
}

/** The beginning of an error's message on one line, and the line that names the cause if that is another one. */
export function shortenedWithCause(text: string, cause: RegExp): string {
  const message = shortened(text);
  const named = text.split('\n').find((line) => cause.test(line));
  return named === undefined || cause.test(message) ? message : `${message} (${shortened(named).replace(/,$/, '')})`;
}

/** The beginning of an error's message, on one line of at most 300 characters. */
export function shortened(text: string): string {
  const lines = text
    .split('\n')
    .map((each) => each.trim())
    .filter((each) => each !== '');
  // Before its message, a runtime shows the place and the source.
  const first = Math.max(
    0,
    lines.findIndex((line) => THROWN.test(line)),
  );
  const shown = lines.slice(first, first + 3);
  const dump = shown.findIndex((member, at) => at > 0 && MEMBER.test(member));
  const line = shown.slice(0, dump === -1 ? shown.length : dump).join(' ');
  return line.length > 300 ? `${line.slice(0, 299)}…` : line;
}

/** A member of an error that Node.js shows as an object: `code: 'ECONNABORTED',` */
const MEMBER = /^\[?[\w$]+\]?: .*[,{[]$/;
/** `TypeError: fetch failed`, `Exception in thread "main" java.io.IOException: ...`, `urllib.error.HTTPError: ...` */
const THROWN = /^(?:Uncaught |<ref \*1> |Exception in thread \S+ )?[\w.$]*(?:Error|Exception)(?: \[\w+\])?: /;

// oxlint-disable-next-line no-control-regex
const ESCAPES = /\u001B\[[\d;]*m/g;
/** `at users (file:///...)`, `users (file:///...:3:9)` in TAP, `❯ users src/users.ts:3:9`, `location: '...'` */
const FRAME =
  /^(?:at |[\w.<>$# ]*\(?(?:file:\/\/|node:)\S+:\d+:\d+\)?$|❯ |location: |duration_ms|failureType: |code: 'ERR_TEST_FAILURE'|stack: \|-|Node\.js v|File ")/;
/** What Node.js writes before an error that nobody caught: the place, the line, and a mark below it. */
const THROWN_AT = /^(?:file:\/\/|\/|node:|[A-Z]:\\).*:\d+\n.*\n\s*\^+\n/gm;
/** `> 12 |   const users = ...` */
const SOURCE = /^(?:> ?)?\d+ ?\|/;

/** Times and process IDs differ from run to run. */
function withoutNumbers(line: string): string {
  return line.replace(/\d+/g, '0').trim();
}
