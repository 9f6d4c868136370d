/** docs/stores.md: a store in Redis, on a server of the check's own. */

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { NotRun } from '../command.js';
import { sandboxSurvivesRestart } from './kept-sandbox.js';

/** @type {import('../types.js').Check} */
export const redis = {
  does: 'start --store redis://..., twice',
  packages: ['redis'],
  async run(project) {
    const port = await freePort();
    const server = await startServer(port);
    try {
      await sandboxSurvivesRestart(project, `redis://127.0.0.1:${port}`);
    } finally {
      server.kill('SIGKILL');
    }
  },
};

/** Starts the first of the programs that is installed; it keeps nothing on disk. @param {number} port */
async function startServer(port) {
  for (const program of ['redis-server', 'valkey-server']) {
    const settings = ['--port', `${port}`, '--bind', '127.0.0.1', '--save', '', '--appendonly', 'no'];
    const server = spawn(program, settings, { stdio: ['ignore', 'pipe', 'inherit'] });
    const isReady = await new Promise((resolve) => {
      server.once('error', () => resolve(false)).once('exit', () => resolve(false));
      server.stdout.setEncoding('utf8').on('data', (/** @type {string} */ text) => {
        if (text.includes('Ready to accept connections')) resolve(true);
      });
    });
    if (isReady) return server;
  }
  throw new NotRun('redis-server is not installed');
}

async function freePort() {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = /** @type {import('node:net').AddressInfo} */ (server.address());
  server.close();
  await once(server, 'close');
  return port;
}
