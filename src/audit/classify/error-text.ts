/** The error of a run or a test, quoted as the runner gives it. */

import { stripVTControlCharacters } from 'node:util';
import { PRINTED } from '../run/printed.js';

/** The most words and characters of an error that are quoted. */
const MOST_WORDS = 25;
const MOST_CHARACTERS = 300;

/** The shortened error in a text, with its cause. @param text lines that a passing run does not print */
export function quotedError(text: string): string {
  const { shownFrame, shownSource, decoration } = PRINTED;
  const isNoise = (line: string): boolean =>
    line === '' || [shownFrame, shownSource, decoration].some((pattern) => pattern.test(line));
  const allLines = stripVTControlCharacters(text).split('\n');
  const lines = allLines.map((line) => line.trim()).filter((line) => !isNoise(line));
  // A runtime prints the place and the source before the message. Both are skipped.
  const thrownAt = lines.findIndex((line) => PRINTED.thrown.test(line));
  const start = Math.max(0, thrownAt);
  // A message may have several lines. Three of them say enough.
  const shown = lines.slice(start, start + 3);
  // Below the message, Node.js may print the members of the error.
  const dump = shown.findIndex((line, index) => index > 0 && PRINTED.member.test(line));
  const message = shown.slice(0, dump === -1 ? shown.length : dump).join(' ');
  const [, cause = ''] = lines.map((line) => PRINTED.cause.exec(line)).find((found) => found !== null) ?? [];
  if (cause === '' || message.includes(cause)) return shortened(message);

  return `${shortened(message)}, because of ${shortened(cause)}`;
}

/** The beginning of a long text. */
function shortened(text: string): string {
  const words = text.split(' ');
  const few = words.slice(0, MOST_WORDS).join(' ').slice(0, MOST_CHARACTERS);
  return few === text ? text : `${few}…`;
}
