/** Settings of V8 for a process that is an emulator and nothing else. */

import { PerformanceObserver } from 'node:perf_hooks';
import { getHeapSpaceStatistics, setFlagsFromString } from 'node:v8';

/** Of the space for young objects, both halves together. V8 would double it twice more. */
const MOST_YOUNG_BYTES = 8 * 1_048_576;

/**
 * Keeps the heap small. Under load V8 lets the old space grow to several times of what is in use before it looks for dead
 * objects, and gives young ones 32 MB, although most objects of an exchange die with it.
 */
export function keepHeapSmall(): void {
  setFlagsFromString('--heap-growing-percent=30');
  // The largest size of the young space is fixed when a process starts, but not how it grows.
  const observer = new PerformanceObserver(() => {
    const young = getHeapSpaceStatistics().find(({ space_name: name }) => name === 'new_space');
    if (young === undefined || young.space_size < MOST_YOUNG_BYTES) return;
    setFlagsFromString('--semi-space-growth-factor=1');
    observer.disconnect();
  });
  observer.observe({ entryTypes: ['gc'] });
}
