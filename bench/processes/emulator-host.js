/** Emulators in a process of their own, through the public API, which can be asked how much memory they use and how long they block. */

import { once } from 'node:events';
import { fileURLToPath } from 'node:url';

const FILE = fileURLToPath(new URL('../servers/emulator-host.js', import.meta.url));

/**
 * @typedef {object} HostedEmulator
 * @property {string} url
 * @property {string} tokenUrl
 * @property {string} apiUrl
 * @property {string} clientId
 * @property {string} clientSecret
 */

export class EmulatorHost {
  /** @param {import('./started-processes.js').StartedProcesses} processes */
  constructor(processes) {
    this.processes = processes;
    this.child = processes.start({ args: ['--expose-gc', '--max-old-space-size=4096', FILE], talks: true });
    this.child.stdout.resume();
    this.end = once(this.child, 'exit').then(() => {
      throw new Error('the process of the emulators ended');
    });
    // Only a question that waits for its answer fails.
    this.end.catch(() => undefined);
  }

  /**
   * Starts one more emulator.
   * @param {object} [options] of `startEmulator()`
   * @returns {Promise<HostedEmulator>}
   */
  start(options = {}) {
    return this.#ask({ start: options });
  }

  /**
   * Bytes, after what is dead has been taken away: resident, and in use by objects and buffers; and what keeps the process running.
   * @returns {Promise<{ rss: number, heap: number, handles: string[] }>}
   */
  memory() {
    return this.#ask('memory');
  }

  /**
   * The longest time in milliseconds in which the process did nothing else, since the question before: by the clock, and by its
   * processor time; and the longest pause of its garbage collector.
   * @returns {Promise<{ block: number, work: number, pause: number }>}
   */
  longestBlock() {
    return this.#ask('longestBlock');
  }

  /**
   * Starts and closes emulators one after the other.
   * @param {number} times
   * @returns {Promise<number[]>} how long each start took, in milliseconds
   */
  timeStarts(times) {
    return this.#ask({ times });
  }

  async stop() {
    await this.processes.stop(this.child);
  }

  async #ask(message) {
    const answer = once(this.child, 'message');
    this.child.send(message);
    const [result] = await Promise.race([answer, this.end]);
    return result;
  }
}
