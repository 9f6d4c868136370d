/** Emulators that can be asked how much memory they use. */

import { once } from 'node:events';
import { fileURLToPath } from 'node:url';

const FILE = fileURLToPath(new URL('./measured-emulator.js', import.meta.url));

/**
 * @typedef {object} MeasuredEmulator
 * @property {import('node:child_process').ChildProcess} child
 * @property {string} url
 * @property {string} tokenUrl
 * @property {string} apiUrl
 * @property {string} clientId
 * @property {string} clientSecret
 */

/**
 * @param {import('./started-processes.js').StartedProcesses} processes
 * @param {object} [options] of the emulator
 * @returns {Promise<MeasuredEmulator>}
 */
export async function startMeasured(processes, options = {}) {
  const child = processes.start(FILE, [JSON.stringify(options)], { flags: ['--expose-gc', '--max-old-space-size=4096'], talks: true });
  child.stdout.resume();
  const [ready] = await once(child, 'message');
  return { child, ...ready };
}

/**
 * Bytes, after what is dead has been taken away: resident, and in use by objects and buffers.
 * @param {MeasuredEmulator} emulator
 * @returns {Promise<{ rss: number, heap: number }>}
 */
export async function memoryOf({ child }) {
  const answer = once(child, 'message');
  child.send('memory');
  const [memory] = await answer;
  return memory;
}
