/** Puts a server under load, from a process of its own so that neither slows the other's event loop. */

import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';

const GENERATOR = fileURLToPath(new URL('./load-generator.js', import.meta.url));
const CONNECTIONS = 32;
/** Far beyond what any load here takes: a run that hangs has to end. */
const MOST_MILLISECONDS = 180_000;

/**
 * @typedef {object} Outcome
 * @property {number} right how many requests were answered with 2xx
 * @property {number} seconds
 * @property {number} p50 latency in milliseconds
 * @property {number} p99 latency in milliseconds
 */

/**
 * @param {import('./started-processes.js').StartedProcesses} processes
 * @param {import('./start-server.js').RunningServer} server
 * @param {import('./question.js').Question} question
 * @param {{ seconds?: number, requests?: number, comparesBodies?: boolean }} extent so long, or so many requests
 * @returns {Promise<Outcome>}
 * @throws {Error} where any of the answers is wrong
 */
export async function putUnderLoad(processes, { contestant, url }, { path, headers, body }, { seconds, requests, comparesBodies = false }) {
  const load = { url: url + path, headers, connections: CONNECTIONS, seconds, requests, ...(comparesBodies && { expectedBody: body }) };
  const child = processes.start(GENERATOR, [JSON.stringify(load)]);
  const text = await Promise.race([outputOf(child), tooLong(contestant)]).finally(() => processes.stop(child));
  const outcome = JSON.parse(text);
  if (outcome.wrong > 0 || outcome.right === 0) throw new Error(`${contestant.name} gave ${outcome.wrong} wrong answers beside ${outcome.right} right ones`);
  return outcome;
}

async function outputOf(child) {
  const chunks = [];
  child.stdout.setEncoding('utf8').on('data', (chunk) => chunks.push(chunk));
  const [code] = await once(child, 'close');
  if (code !== 0) throw new Error(`the load generator failed with code ${code}`);
  return chunks.join('');
}

async function tooLong({ name }) {
  await sleep(MOST_MILLISECONDS, undefined, { ref: false });
  throw new Error(`the load on ${name} did not end within ${MOST_MILLISECONDS} ms`);
}
