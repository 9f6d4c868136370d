/** How long a whole process takes. */

import { performance } from 'node:perf_hooks';

/**
 * @param {import('./started-processes.js').StartedProcesses} processes
 * @param {readonly unknown[]} args of Node
 * @returns {Promise<number>} seconds, from its start to its end
 * @throws {Error} where it fails
 */
export async function secondsOf(processes, args) {
  const begin = performance.now();
  await processes.output({ args });
  return (performance.now() - begin) / 1_000;
}
