/** Starts Redis and replicas for the measurements of stores. */

import { spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync } from 'node:fs';
import { connect, createServer } from 'node:net';
import { createInterface } from 'node:readline';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';

const PROJECT = fileURLToPath(new URL('../..', import.meta.url));

/** The name of the server's program; undefined if it is not installed. */
export const REDIS_SERVER = ['redis-server', 'valkey-server'].find(
  (name) => spawnSync(name, ['--version']).status === 0,
);

/** Starts a Redis that keeps nothing on the disk. Returns its process and its address. */
export async function startRedis(processes) {
  const port = await freePort();
  const data = mkdtempSync(join(processes.folder, 'redis-'));
  const child = processes.start({ program: REDIS_SERVER, args: ['--port', port, '--dir', data, '--save', ''] });
  child.stdout.resume();
  while (!(await isListening(port))) await sleep(10);
  return { child, port, url: `redis://127.0.0.1:${port}` };
}

/** Bytes that a Redis uses. */
export async function usedMemory(port) {
  const socket = connect(port, '127.0.0.1');
  socket.write('INFO memory\r\n');
  const [reply] = await once(socket, 'data');
  socket.destroy();
  return Number(/^used_memory:(\d+)/m.exec(reply)[1]);
}

/**
 * Starts replicas of the command, with an end that stops them.
 * @param {string[]} flags such as `['--store', './data']`
 * @param {string} project the folder of a built project; default: this one
 */
export async function startReplicas(processes, count, flags, project = PROJECT) {
  const main = join(project, 'dist/cli/main.js');
  const replicas = [];
  for (let at = 0; at < count; at++) {
    const args = [main, 'start', '--port', '0', '--log', 'json', '--journal-size', '100', ...flags];
    const child = processes.start({ args });
    replicas.push({ child, url: (await readyLine(child)).url });
  }
  return { replicas, stop: () => Promise.all(replicas.map(({ child }) => processes.stop(child))) };
}

async function readyLine({ stdout }) {
  for await (const line of createInterface(stdout)) {
    const event = JSON.parse(line);
    if (event.event !== 'ready') continue;
    stdout.resume();
    return event;
  }
  throw new Error('a replica ended before it was ready');
}

async function freePort() {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address();
  server.close();
  return port;
}

function isListening(port) {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1', () => resolve(true)).on('error', () => resolve(false));
    socket.on('connect', () => socket.destroy());
  });
}
