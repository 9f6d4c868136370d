/** The error of a run or a test, quoted as the runner gives it. */

import { stripVTControlCharacters } from 'node:util';

/** What test runners print when a test reaches their time limit. */
const RUNNER_LIMIT =
  /test timed out (?:in|after)|exceeded timeout of \d+|timeout of \d+ ?ms exceeded\. for async|test timeout of \d+|cancelledByParent.*timeout|Failed: Timeout (?:>|\()/i;

/** Whether a test runner ended a test at the runner's own time limit. */
export function hasReachedRunnerLimit(text: string): boolean {
  return RUNNER_LIMIT.test(text);
}

/** The most words and characters of an error that are quoted. */
const MOST_WORDS = 25;
const MOST_CHARACTERS = 300;

/** The shortened error in a text, with its cause. @param text lines that a passing run does not print */
export function quotedError(text: string): string {
  const lines = stripVTControlCharacters(text)
    .split('\n')
    .map((each) => each.trim())
    .filter((each) => each !== '' && !FRAME.test(each) && !SOURCE.test(each) && !DECORATION.test(each));
  // A runtime prints the place and the source before the message. They are skipped.
  const thrown = lines.findIndex((line) => THROWN.test(line));
  const shown = lines.slice(Math.max(0, thrown)).slice(0, 3);
  const dump = shown.findIndex((member, at) => at > 0 && MEMBER.test(member));
  const line = shown.slice(0, dump === -1 ? shown.length : dump).join(' ');
  const [, cause = ''] = lines.map((each) => CAUSE.exec(each)).find((found) => found !== null) ?? [];

  return cause === '' || line.includes(cause) ? shortened(line) : `${shortened(line)}, because of ${shortened(cause)}`;
}

function shortened(text: string): string {
  const words = text.split(' ');
  const few = words.slice(0, MOST_WORDS).join(' ').slice(0, MOST_CHARACTERS);
  return few === text ? text : `${few}…`;
}

/** `[cause]: SocketError: other side closed {`. */
const CAUSE = /^\[cause\]: (.+?)(?: \{)?$/;

/** A member of an error that Node.js shows as an object: `code: 'ECONNABORTED',` */
const MEMBER = /^\[?[\w$]+\]?: .*[,{[]$/;
/** An error: `TypeError: fetch failed`, `Exception in thread "main" java.io.IOException: ...`, `error: '...'`. */
const THROWN =
  /^(?:Uncaught |<ref \*1> |E +|→ |Exception in thread \S+ )?[\w.$]*(?:Error|Exception|Failure)(?: \[\w+\])?: |^error: /;
/** A frame: `at users (file:///...)`, `users (file:///...:3:9)` in TAP, `❯ users src/users.ts:3:9`, `location: ...`. */
const FRAME =
  /^(?:at |[\w.<>$# ]*\(?(?:file:\/\/|node:)\S+:\d+:\d+\)?$|❯ |location: |duration_ms|failureType: |code: 'ERR_TEST_FAILURE'|stack: \|-|Node\.js v|File "|Traceback )/;
/** A line of source: `> 12 |   const users = ...`. */
const SOURCE = /^(?:> ?)?\d+ ?\||^(?:file:\/\/|\/|node:).*:\d+$/;
/** Lines of dots, dashes and marks, and of tests that passed. */
const DECORATION = /^[.\-=_*⎯^~\s[\]%\dFExs]+$|^(?:✓|✔|ok \d|PASS\b|\.+\s*\[)/;
