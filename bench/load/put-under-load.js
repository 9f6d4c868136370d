/** Puts a server under load. */

import { Buffer } from 'node:buffer';
import { fileURLToPath } from 'node:url';
import { runLoad } from './run-load.js';

const GENERATOR = fileURLToPath(new URL('./generator.js', import.meta.url));
export const CONNECTIONS = 32;
/** Far beyond what any load here takes: one that hangs has to end. */
const MOST_SECONDS = 60;

/**
 * @typedef {object} Outcome
 * @property {number} right how many requests were answered with the right status
 * @property {number} seconds
 * @property {number} [cpu] seconds of processor time that the server's process used
 * @property {number} p50 latency in milliseconds
 * @property {number} p99 latency in milliseconds
 * @property {number} p999 latency in milliseconds
 */

/**
 * @param {import('../processes/started-processes.js').StartedProcesses} processes
 * @param {{ child: import('node:child_process').ChildProcess, url: string }} server
 * @param {import('../questions/questions.js').Question[]} questions asked in turn, all with the same status
 * @param {{ warmUpSeconds?: number, warmUpCount?: number, seconds?: number, count?: number, expectedBody?: string, isHere?: boolean }} extent so long, or so
 *   many requests; every body is compared, but not while the time counts; from
 *   a process of its own, so that it has an event loop for itself, or from here
 * @returns {Promise<Outcome>}
 * @throws {Error} where any of the answers is wrong
 */
export async function putUnderLoad(
  processes,
  { child, url },
  questions,
  { warmUpSeconds = 0, warmUpCount = Infinity, seconds = MOST_SECONDS, count, expectedBody, isHere = false },
) {
  const { port } = new URL(url);
  const requests = questions.map((question) => requestText(question, port));
  const load = {
    port: Number(port),
    pid: child.pid,
    requests,
    status: questions[0].status,
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

function requestText({ method, path, headers, body = '' }, port) {
  const all = {
    Host: `127.0.0.1:${port}`,
    ...headers,
    ...(body !== '' && { 'Content-Length': Buffer.byteLength(body) }),
  };
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`);
  return `${method} ${path} HTTP/1.1\r\n${lines.join('')}\r\n${body}`;
}
