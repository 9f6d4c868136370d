/** Ends a command that runs until it is told to. */

import { reportFailure } from './failure.js';

/** Closes on SIGTERM or SIGINT, and ends with code 0, or with that of a failure on the way. */
export function closeOnSignal(close: () => Promise<void>): void {
  for (const signal of ['SIGTERM', 'SIGINT'] as const) {
    // Not once: under npm, Ctrl-C arrives twice, from the terminal and from npm.
    process.on(signal, () => {
      close().then(
        () => process.exit(),
        (error: unknown) => process.exit(reportFailure(error)),
      );
    });
  }
}
