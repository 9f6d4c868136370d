/** Signals and progress for commands that run a command of the user again and again. */

import { BaselineError } from '../../audit/run/child-process.js';
import { commandInterrupted, exitCodeAfter } from '../terminal/failure.js';
import type { Terminal } from '../terminal/terminal.js';

const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;
/** Milliseconds within which a second signal is the same Ctrl-C, which npm passes on. */
const SAME_INTERRUPT = 250;

/**
 * Does the work, which the first interrupt ends early: it then reports what is known. The second one ends this process
 * at once, with all that it has started; so does a terminal that is closed, because nobody would read the report.
 * @throws CommandError with 130 or 143 after an interrupt, as a shell reports it
 */
export async function interruptible(terminal: Terminal, work: () => Promise<void>): Promise<void> {
  let first: number | undefined;
  const listener = (signal: (typeof SIGNALS)[number]): void => {
    first ??= performance.now();
    const isSecond = performance.now() - first > SAME_INTERRUPT;
    if (isSecond || signal === 'SIGHUP') process.exit(exitCodeAfter(signal));
  };
  for (const signal of SIGNALS) process.on(signal, listener);
  const throwIfInterrupted = (message?: string): void => {
    if (terminal.interrupted.aborted) throw commandInterrupted(terminal, message);
  };
  try {
    await work();
    throwIfInterrupted();
  } catch (error) {
    if (error instanceof BaselineError) throwIfInterrupted(error.message);
    throw error;
  } finally {
    for (const signal of SIGNALS) process.off(signal, listener);
  }
}

/** Milliseconds between two lines of progress where there is no terminal. */
const PROGRESS = 10_000;

/** Shows progress in one line of a terminal, or else, as in CI, a line each ten seconds. */
export function progressTo({ rewriteLine, printError }: Terminal): (text: string) => void {
  if (rewriteLine !== undefined) return rewriteLine;
  let last = performance.now();
  return (text) => {
    if (performance.now() - last < PROGRESS) return;
    last = performance.now();
    printError(`id-emulator: ${text}\n`);
  };
}
