/**
 * What a command reads and writes besides files. A test provides its own terminal, and runs commands in its process.
 */

import { withoutUndefined } from '../../common/json.js';
import { harmlessText } from '../../common/reporting/harmless-text.js';
import { forPeople, type Screen } from './for-people.js';

/** Who reads a text. A text for programs is not changed. */
export type Reader = 'people' | 'programs';

/** The surroundings of a command. */
export interface Terminal {
  readonly environment: NodeJS.ProcessEnv;
  /** Writes to standard output: for programs, or for people, in colour and no wider than their terminal. */
  readonly print: (text: string, reader?: Reader) => void;
  /** The terminal behind standard output. Default: standard output is no terminal. */
  readonly screen?: Screen;
  /** How many bytes wait for the reader of standard output, without those that a pipe already holds. Default: 0. */
  readonly unread?: () => number;
  /** Aborted when standard output cannot be written: nobody reads it, or its disk is full. Default: never. */
  readonly outputFailed?: AbortSignal;
  /** Writes to standard error, as `print` does. */
  readonly printError: (text: string, reader?: Reader) => void;
  /** The terminal behind standard error. Default: standard error is no terminal. */
  readonly errorScreen?: Screen;
  /** Replaces the last line of standard error, which has no line break. Only if standard error is a terminal. */
  readonly rewriteLine?: (text: string) => void;
  /** Changes commands in a text so that they run as they stand. Default: they do so already. */
  readonly runnable?: (text: string) => string;
  /** Aborted on the first SIGINT or SIGTERM; the reason is the name of the signal. */
  readonly interrupted: AbortSignal;
  /** Aborted on a second signal. Default: never. */
  readonly interruptedAgain?: AbortSignal;
}

/**
 * A terminal that removes control sequences from each text, also those of CI systems, and writes the rest to the given
 * terminal. Parts of a text come from outside, such as the name of a test, and must not control the terminal. People
 * see texts in colour and no wider than the terminal.
 */
export function sanitized(terminal: Terminal): Terminal {
  return withOutput(terminal, (text, reader, screen) => {
    const shown = harmlessText(text);
    return reader === 'people' ? forPeople(shown, screen, terminal.environment) : shown;
  });
}

/** A terminal that changes each text, and writes the result to the given terminal. */
export function withOutput(
  { print, printError, rewriteLine, ...others }: Terminal,
  change: (text: string, reader?: Reader, screen?: Screen) => string,
): Terminal {
  const changing = (write: Terminal['print'], screen?: Screen): Terminal['print'] => {
    return (text, reader) => write(change(text, reader, screen), reader);
  };

  return {
    ...others,
    print: changing(print, others.screen),
    printError: changing(printError, others.errorScreen),
    ...withoutUndefined({ rewriteLine: rewriteLine && changing(rewriteLine) }),
  };
}

/** Resolves when the signal is aborted. Without a signal, the promise never resolves. */
export function aborted(signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve) => {
    if (signal?.aborted === true) resolve();
    signal?.addEventListener('abort', () => resolve());
  });
}

/** An event, as a line for programs. */
export function jsonLine(event: object): string {
  return `${JSON.stringify(event)}\n`;
}

/** Milliseconds between two lines of progress without a terminal. */
const PROGRESS_PAUSE = 10_000;

/** Shows progress in one line of a terminal. Without a terminal, as in CI, it prints a line every ten seconds. */
export function progressTo({ rewriteLine, printError }: Terminal): (text: string) => void {
  if (rewriteLine !== undefined) return rewriteLine;

  let lastAt = performance.now();
  return (text) => {
    if (performance.now() - lastAt < PROGRESS_PAUSE) return;

    lastAt = performance.now();
    printError(`id-emulator: ${text}\n`);
  };
}
