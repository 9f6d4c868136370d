/** What a command reads and writes beside files. The process has one; a test gives its own and runs commands in-process. */

/** The surroundings of a command. */
export interface Terminal {
  readonly environment: NodeJS.ProcessEnv;
  /** Writes to standard output. */
  readonly print: (text: string) => void;
  /** Writes to standard error. */
  readonly printError: (text: string) => void;
  /** Whether standard error is a terminal, on which a line can be overwritten. */
  readonly isInteractive: boolean;
  /** Aborted on the first SIGINT or SIGTERM; the reason is the name of the signal. */
  readonly interrupted: AbortSignal;
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
