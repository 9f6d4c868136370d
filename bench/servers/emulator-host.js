/** Emulators that the bench asks by messages: to start one, to start many, to tell how much memory they use and how long they block. */

import { readFileSync } from 'node:fs';
import { monitorEventLoopDelay, performance, PerformanceObserver } from 'node:perf_hooks';
import { startEmulator } from '../../dist/lib/index.js';
import './memory.js';

/** As fine as it gets: the length of a block, which this adds to, is right to a millisecond. */
const RESOLUTION_MILLISECONDS = 1;
const delays = monitorEventLoopDelay({ resolution: RESOLUTION_MILLISECONDS });
/** In milliseconds, since the question before. */
let longestPause = 0;
let longestWork = 0;
new PerformanceObserver((list) => {
  for (const { duration } of list.getEntries()) longestPause = Math.max(longestPause, duration);
}).observe({ entryTypes: ['gc'] });
let worked = processorTime();
setInterval(() => {
  const now = processorTime();
  longestWork = Math.max(longestWork, now - worked);
  worked = now;
}, RESOLUTION_MILLISECONDS).unref();

/** Of the thread of the event loop, in milliseconds: what other processes do does not count. 0 where the system does not tell. */
function processorTime() {
  try {
    return Number(readFileSync('/proc/thread-self/schedstat', 'latin1').split(' ', 1)[0]) / 1e6;
  } catch {
    return 0;
  }
}

// Ends with the process that asks.
process.channel.ref();
process.on('disconnect', () => process.exit(0));
process.on('message', (message) => {
  // Answered by what is imported.
  if (message === 'memory') return;
  answerTo(message).then(
    (answer) => process.send(answer),
    (error) => {
      console.error(error);
      process.exit(1);
    },
  );
});

async function answerTo(message) {
  if (message === 'longestBlock') return longestBlock();
  return message.times === undefined ? start(message.start) : timeStarts(message.times);
}

async function start(options) {
  const { url, apiUrl, tokenUrl, clientId, clientSecret } = await startEmulator(options);
  return { url, apiUrl, tokenUrl, clientId, clientSecret };
}

async function timeStarts(times) {
  const milliseconds = [];
  for (let time = 0; time < times; time++) {
    const begin = performance.now();
    const emulator = await startEmulator();
    milliseconds.push(performance.now() - begin);
    await emulator.close();
  }
  return milliseconds;
}

/** The longest turn of the event loop by the clock and by its processor time, and the longest pause of the garbage collector. */
function longestBlock() {
  delays.enable();
  const block = Math.max(0, delays.max / 1e6 - RESOLUTION_MILLISECONDS);
  const figures = { block, work: longestWork, pause: longestPause };
  delays.reset();
  longestPause = 0;
  longestWork = 0;
  return figures;
}
