/**
 * Keeps the heap of a server small. By default V8 lets it grow to several times what is alive in it. The space for
 * young objects grows to 32 MB in Node.js 20 and 22, to 128 MB in 24 and to 52 MB in 26; the space for old objects
 * grows fourfold. The objects of a request are dead when it is over, so a small heap costs hardly any time.
 */

import { PerformanceObserver } from 'node:perf_hooks';
import { getHeapSpaceStatistics, setFlagsFromString } from 'node:v8';

/**
 * The space for young objects has two halves. They may grow to this size: V8 doubles them. In smaller halves, objects
 * of requests that are not over yet would count as old.
 */
const HALF_BYTES = 4 * 1_048_576;
/** What a full-grown half can hold: V8 keeps a part of each page for itself. */
const FULL_GROWN_BYTES = 0.9 * HALF_BYTES;
/** Growth of the old objects, in percent, after which they are collected. */
const OLD_GROWTH = 50;
/** Options of Node.js with which a user chooses the size of the heap. */
const USER_CHOICE = /--(?:(?:max|min)-semi-space|semi-space-growth|heap-growing)/;

/** Call it when the process has started and will serve requests from now on. It changes the whole process. */
export function keepHeapSmall(): void {
  const options = [process.env['NODE_OPTIONS'], ...process.execArgv].join(' ').replaceAll('_', '-');
  if (USER_CHOICE.test(options)) return;

  setFlagsFromString(`--heap-growing-percent=${OLD_GROWTH}`);
  // Nearly all young objects are dead, so helper threads take more time than they save: 6 % of a request's.
  setFlagsFromString('--no-parallel-scavenge');

  // The maximum of the space cannot be changed in a running process, but how much it grows can. V8 shrinks it when
  // little is to do, so it has to be able to grow again.
  let mayGrow = true;
  new PerformanceObserver(() => {
    // What one half can hold is exact. The size of the space is not: in Node.js 26, it follows the halves bit by bit.
    const space = getHeapSpaceStatistics().find(({ space_name: name }) => name === 'new_space');
    const halfBytes = space === undefined ? 0 : space.space_used_size + space.space_available_size;
    const shouldGrow = halfBytes < FULL_GROWN_BYTES;
    if (shouldGrow === mayGrow) return;

    mayGrow = shouldGrow;
    setFlagsFromString(`--semi-space-growth-factor=${mayGrow ? 2 : 1}`);
  }).observe({ entryTypes: ['gc'] });
}
