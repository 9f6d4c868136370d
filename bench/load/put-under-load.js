/** Puts a server under load. */

import { fileURLToPath } from 'node:url';
import { requestText } from './request-text.js';
import { runLoad } from './run-load.js';

const GENERATOR = fileURLToPath(new URL('./generator.js', import.meta.url));
export const CONNECTIONS = 32;
/** Far beyond what any load here takes: one that hangs has to end. */
const MOST_SECONDS = 60;

/**
 * @typedef {object} Outcome
 * @property {number} right how many requests were answered with the right status
 * @property {number} seconds
 * @property {number} sent how many requests were sent, those of the warm-up included
 * @property {number} [cpu] seconds of processor time that the server's process used
 * @property {number} p50 latency in milliseconds
 * @property {number} p99 latency in milliseconds
 * @property {number} p999 latency in milliseconds
 */

/**
 * @param {import('../processes/started-processes.js').StartedProcesses} processes
 * @param {{ child: import('node:child_process').ChildProcess, url: string }} server
 * @param {import('../questions/questions.js').Question[] | NonNullable<import('./run-load.js').Load['mixture']>} asked questions in turn, all
 *   with the same status, or a mixture
 * @param {{ warmUpSeconds?: number, warmUpCount?: number, seconds?: number, count?: number, expectedBody?: string, isHere?: boolean }} extent so long, or so
 *   many requests; every body is compared, but not while the time counts; from
 *   a process of its own, so that it has an event loop for itself, or from here
 * @returns {Promise<Outcome>}
 * @throws {Error} where any of the answers is wrong
 */
export async function putUnderLoad(
  processes,
  { child, url },
  asked,
  { warmUpSeconds = 0, warmUpCount = Infinity, seconds = MOST_SECONDS, count, expectedBody, isHere = false },
) {
  const { port } = new URL(url);
  const load = {
    port: Number(port),
    pid: child.pid,
    ...(Array.isArray(asked)
      ? { requests: asked.map((question) => requestText(question, port)), status: asked[0].status }
      : { mixture: asked, status: 200 }),
    expectedBody,
    connections: CONNECTIONS,
    warmUpSeconds,
    warmUpCount,
    seconds,
    count,
  };
  return isHere
    ? runLoad(load)
    : JSON.parse(await processes.output({ args: [GENERATOR], input: JSON.stringify(load) }));
}
