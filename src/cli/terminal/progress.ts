/** The progress of a command that takes long. */

import type { Terminal } from './terminal.js';

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
