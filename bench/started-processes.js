/** The processes that a run starts; whatever happens to the run, none of them outlives it. */

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { clearTimeout, setTimeout } from 'node:timers';
import { fileURLToPath } from 'node:url';

const GRACE_MILLISECONDS = 2_000;

/** Where no config file of the emulator lies, so that it starts with its defaults. */
const WORKING_DIRECTORY = fileURLToPath(new URL('.', import.meta.url));

export class StartedProcesses {
  /** @type {Set<import('node:child_process').ChildProcess>} */
  #running = new Set();

  /**
   * Runs a module with this Node. Only what it says on standard error is shown.
   * @param {string} file
   * @param {readonly unknown[]} args
   * @param {{ flags?: readonly string[], talks?: boolean }} [how] flags for Node; whether messages can be sent to it
   */
  start(file, args, { flags = [], talks = false } = {}) {
    const child = spawn(process.execPath, [...flags, file, ...args.map(String)], {
      cwd: WORKING_DIRECTORY,
      env: neutralEnvironment(),
      stdio: ['ignore', 'pipe', 'inherit', ...(talks ? ['ipc'] : [])],
    });
    this.#running.add(child);
    child.once('exit', () => this.#running.delete(child));
    child.once('error', () => this.#running.delete(child));
    return child;
  }

  /** Asks the process to end, and makes it end where it does not listen. */
  async stop(child) {
    if (!this.#running.has(child)) return;
    const ended = once(child, 'exit');
    child.kill('SIGTERM');
    const impatience = setTimeout(() => child.kill('SIGKILL'), GRACE_MILLISECONDS);
    await ended;
    clearTimeout(impatience);
  }

  async stopAll() {
    await Promise.all([...this.#running].map((child) => this.stop(child)));
  }

  /** Ends all at once; for the moment when nothing can be awaited any more. */
  killAll() {
    for (const child of this.#running) child.kill('SIGKILL');
  }
}

/** Without what would change how the emulator or Node work. */
function neutralEnvironment() {
  const entries = Object.entries(process.env).filter(([name]) => !name.startsWith('ID_EMULATOR_') && name !== 'NODE_OPTIONS');
  return Object.fromEntries(entries);
}
