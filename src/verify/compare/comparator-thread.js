/**
 * The thread of `@pactflow/openapi-pact-comparator`, which compiles schemas for as long as everything else in a
 * verification takes. Plain JavaScript, because a thread cannot be started from a TypeScript file, and tests run the
 * sources.
 */

import { createRequire } from 'node:module';
import { parentPort, workerData } from 'node:worker_threads';
import { HeadersOfPact } from './headers-of-pact.js';

globalThis.Headers = HeadersOfPact;

// An import would parse its 800 kB twice, to find the names that it exports.
const { Comparator } = createRequire(import.meta.url)(workerData.comparator);
const comparator = new Comparator(workerData.document);

parentPort.on('message', async (pact) => {
  try {
    const results = [];
    for await (const result of comparator.compare(pact)) results.push(result);
    parentPort.postMessage({ results });
  } catch (error) {
    parentPort.postMessage({ error: error.message });
  }
});
