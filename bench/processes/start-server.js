/** Starts a contestant, and waits for its first good answer. */

import { createServer } from 'node:net';
import { once } from 'node:events';
import { performance } from 'node:perf_hooks';
import { setTimeout as sleep } from 'node:timers/promises';
import { httpText } from '../load/http-text.js';

const POLL_MILLISECONDS = 2;
const MOST_MILLISECONDS = 30_000;

/**
 * @typedef {object} RunningServer
 * @property {import('../contestants/contestants.js').Contestant} contestant
 * @property {import('node:child_process').ChildProcess} child
 * @property {number} port
 * @property {string} url
 * @property {number} startMilliseconds from spawn to the first good answer
 */

/**
 * @param {import('./started-processes.js').StartedProcesses} processes
 * @param {import('../contestants/contestants.js').Contestant} contestant
 * @param {import('../questions/questions.js').Question} question what its first good answer is an answer to
 * @returns {Promise<RunningServer>}
 * @throws {Error} where it ends, or does not answer in time
 */
export async function startServer(processes, contestant, question) {
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const begin = performance.now();
  const child = processes.start(contestant.command(port));
  child.stdout?.resume();
  while (!(await answers(url, question))) {
    if (child.exitCode !== null || child.signalCode !== null)
      throw new Error(`${contestant.name} ended before it answered`);
    if (performance.now() - begin > MOST_MILLISECONDS)
      throw new Error(`${contestant.name} did not answer within ${MOST_MILLISECONDS} ms`);
    await sleep(POLL_MILLISECONDS);
  }
  return { contestant, child, port, url, startMilliseconds: performance.now() - begin };
}

/** Some listen before they know what to answer. */
async function answers(url, question) {
  try {
    const { status } = await httpText(url + question.path, question);
    return status === question.status;
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
