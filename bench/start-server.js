/** Starts a contestant and waits, with a stopwatch, until it answers. */

import { once } from 'node:events';
import { createServer } from 'node:net';
import { performance } from 'node:perf_hooks';
import { setTimeout as sleep } from 'node:timers/promises';
import { httpText } from './http-text.js';

const POLL_MILLISECONDS = 2;
const MOST_MILLISECONDS = 30_000;

/**
 * @typedef {object} RunningServer
 * @property {import('./contestants.js').Contestant} contestant
 * @property {import('node:child_process').ChildProcess} child
 * @property {string} url
 * @property {number} startMilliseconds from spawn to the first 200
 */

/**
 * @param {import('./started-processes.js').StartedProcesses} processes
 * @param {import('./contestants.js').Contestant} contestant
 * @returns {Promise<RunningServer>}
 */
export async function startServer(processes, contestant) {
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const begin = performance.now();
  const child = processes.start(contestant.file, contestant.args(port));
  child.stdout.resume();
  while (!(await answers(url + contestant.healthPath))) {
    if (child.exitCode !== null || child.signalCode !== null) throw new Error(`${contestant.name} ended before it answered`);
    if (performance.now() - begin > MOST_MILLISECONDS) throw new Error(`${contestant.name} did not answer within ${MOST_MILLISECONDS} ms`);
    await sleep(POLL_MILLISECONDS);
  }
  return { contestant, child, url, startMilliseconds: performance.now() - begin };
}

async function answers(url) {
  try {
    const { status } = await httpText(url);
    return status === 200;
  } catch (error) {
    if (['ECONNREFUSED', 'ECONNRESET'].includes(error.code)) return false;
    throw error;
  }
}

/** Known before the start, so that nobody has to wait for the server to tell its own. */
async function freePort() {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address();
  server.close();
  await once(server, 'close');
  return port;
}
