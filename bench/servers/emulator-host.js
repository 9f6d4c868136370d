/** Emulators that the bench asks by messages: to start one, to start many, to tell how much memory they use. */

import { performance } from 'node:perf_hooks';
import { startEmulator } from '../../dist/lib/index.js';

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

function memory() {
  // Twice: what the first finds dead, the second takes away.
  globalThis.gc();
  globalThis.gc();
  const { rss, heapUsed, external } = process.memoryUsage();
  return { rss, heap: heapUsed + external, handles: process.getActiveResourcesInfo().sort() };
}
