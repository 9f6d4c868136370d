/**
 * Real time, for limits of what a test waits for. Tests replace timers and clocks later, so this module keeps the
 * timers and the clock of Node.js from the start.
 */

import timers from 'node:timers';

const { setTimeout: startTimer, clearTimeout: stopTimer } = timers;

/** A reading of the machine's monotonic clock, in milliseconds. */
export const realTime: () => number = performance.now.bind(performance);

/** Calls the function after so many milliseconds, if the process still runs. The returned function prevents that. */
export function afterRealTime(milliseconds: number, act: () => void): () => void {
  const timer = startTimer(act, milliseconds).unref();
  return () => stopTimer(timer);
}

/** Resolves after so many milliseconds. */
export function realPause(milliseconds: number): Promise<void> {
  return new Promise((resolve) => {
    afterRealTime(milliseconds, resolve);
  });
}
