/** Emulators that the bench asks by messages: to start one, to start many, to tell how much memory they use and how long they block. */

import { monitorEventLoopDelay, performance } from 'node:perf_hooks';
import { startEmulator } from '../../dist/lib/index.js';

/** As fine as it gets: the length of a block, which this adds to, is right to a millisecond. */
const RESOLUTION_MILLISECONDS = 1;
const delays = monitorEventLoopDelay({ resolution: RESOLUTION_MILLISECONDS });

process.on('disconnect', () => process.exit(0));
process.on('message', (message) => {
  answerTo(message).then(
    (answer) => process.send(answer),
    (error) => {
      console.error(error);
      process.exit(1);
    },
  );
});

async function answerTo(message) {
  if (message === 'memory') return memory();
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

/** The longest time in milliseconds in which the event loop did not turn, since the question before. */
function longestBlock() {
  delays.enable();
  const longest = delays.max / 1e6 - RESOLUTION_MILLISECONDS;
  delays.reset();
  return Math.max(0, longest);
}

function memory() {
  // Twice: what the first finds dead, the second takes away.
  globalThis.gc();
  globalThis.gc();
  const { rss, heapUsed, external } = process.memoryUsage();
  return { rss, heap: heapUsed + external, handles: process.getActiveResourcesInfo().sort() };
}
