/** An emulator in a process of its own that tells, whenever it gets a message, how much memory it uses. Called with options as JSON. */

import { startEmulator } from '../dist/lib/index.js';

const emulator = await startEmulator(JSON.parse(process.argv[2]));
process.on('message', () => {
  // Twice: what the first finds dead, the second takes away.
  globalThis.gc();
  globalThis.gc();
  const { rss, heapUsed, external } = process.memoryUsage();
  process.send({ rss, heap: heapUsed + external });
});
process.on('disconnect', () => process.exit(0));
const { url, apiUrl, tokenUrl, clientId, clientSecret } = emulator;
process.send({ url, apiUrl, tokenUrl, clientId, clientSecret });
