/** What a command reads and writes beside files. The process has one; a test gives its own and runs commands in-process. */

import { harmlessText } from '../../common/reporting/harmless-text.js';

/** The surroundings of a command. */
export interface Terminal {
  readonly environment: NodeJS.ProcessEnv;
  /** Writes to standard output. */
  readonly print: (text: string) => void;
  /** How many bytes of standard output nobody has read yet, beside those in a pipe. Default: 0. */
  readonly unread?: () => number;
  /** Writes to standard error. */
  readonly printError: (text: string) => void;
  /** Replaces the last line of standard error, which has no line break. Only if standard error is a terminal. */
  readonly rewriteLine?: (text: string) => void;
  /** Aborted on the first SIGINT or SIGTERM; the reason is the name of the signal. */
  readonly interrupted: AbortSignal;
  /** Aborted on a second signal. Default: never. */
  readonly interruptedAgain?: AbortSignal;
}

/** The same terminal, on which no text from outside is obeyed by the terminal itself or by a CI system. */
export function harmless(terminal: Terminal): Terminal {
  return withOutput(terminal, harmlessText);
}

/** The same terminal, to which each text is written as `change` returns it. */
export function withOutput(
  { print, printError, rewriteLine, ...others }: Terminal,
  change: (text: string) => string,
): Terminal {
  const through =
    (write: (text: string) => void) =>
    (text: string): void => {
      write(change(text));
    };
  return {
    ...others,
    print: through(print),
    printError: through(printError),
    ...(rewriteLine !== undefined && { rewriteLine: through(rewriteLine) }),
  };
}

/** Resolves when the user interrupts the command. */
export function interruption({ interrupted }: Terminal): Promise<void> {
  return new Promise((resolve) => {
    if (interrupted.aborted) resolve();
    interrupted.addEventListener('abort', () => {
      resolve();
    });
  });
}

/** Quotes a text as one word of a POSIX shell. */
export function shellQuote(text: string): string {
  return /^[\w@%+=:,./-]+$/.test(text) ? text : `'${text.replaceAll("'", String.raw`'\''`)}'`;
}
