/** The error of a run or a test, quoted as the runner gives it. */

import { stripVTControlCharacters } from 'node:util';
import { PRINTED } from '../run/printed.js';

/** Whether a test runner ended a test at the runner's own time limit. */
export function hasReachedRunnerLimit(text: string): boolean {
  return PRINTED.runnerLimit.test(text);
}

/** The most words and characters of an error that are quoted. */
const MOST_WORDS = 25;
const MOST_CHARACTERS = 300;

/** The shortened error in a text, with its cause. @param text lines that a passing run does not print */
export function quotedError(text: string): string {
  const lines = stripVTControlCharacters(text)
    .split('\n')
    .map((each) => each.trim())
    .filter(
      (each) =>
        each !== '' &&
        !PRINTED.shownFrame.test(each) &&
        !PRINTED.shownSource.test(each) &&
        !PRINTED.decoration.test(each),
    );
  // A runtime prints the place and the source before the message. They are skipped.
  const thrown = lines.findIndex((line) => PRINTED.thrown.test(line));
  const shown = lines.slice(Math.max(0, thrown)).slice(0, 3);
  const dump = shown.findIndex((member, at) => at > 0 && PRINTED.member.test(member));
  const line = shown.slice(0, dump === -1 ? shown.length : dump).join(' ');
  const [, cause = ''] = lines.map((each) => PRINTED.cause.exec(each)).find((found) => found !== null) ?? [];

  return cause === '' || line.includes(cause) ? shortened(line) : `${shortened(line)}, because of ${shortened(cause)}`;
}

function shortened(text: string): string {
  const words = text.split(' ');
  const few = words.slice(0, MOST_WORDS).join(' ').slice(0, MOST_CHARACTERS);
  return few === text ? text : `${few}…`;
}
