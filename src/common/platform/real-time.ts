/**
 * Real time, for limits of what a test waits for. Tests replace timers and clocks later, so this module keeps the
 * timers and the clock of Node.js from the start.
 */

import timers from 'node:timers';

const { setTimeout: start, clearTimeout: stop } = timers;
const { performance: machine } = globalThis;
const readMachine = machine.now.bind(machine);

/** A reading of the machine's monotonic clock, in milliseconds. */
export function realTime(): number {
  return readMachine();
}

/** Calls the function after so many milliseconds, if the process still runs. The returned function prevents that. */
export function afterRealTime(milliseconds: number, act: () => void): () => void {
  const timer = start(act, milliseconds).unref();
  return () => {
    stop(timer);
  };
}

/** Resolves after so many milliseconds. */
export function realPause(milliseconds: number): Promise<void> {
  return new Promise((resolve) => {
    afterRealTime(milliseconds, resolve);
  });
}
