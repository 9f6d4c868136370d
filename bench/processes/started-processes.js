/** The processes that a run starts; whatever happens to the run, none of them outlives it. */

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, openSync } from 'node:fs';
import { clearTimeout, setTimeout } from 'node:timers';

const GRACE_MILLISECONDS = 2_000;
const HAS_GROUPS = process.platform !== 'win32';

/**
 * @typedef {object} Command
 * @property {string} [program] this Node where absent
 * @property {readonly unknown[]} args
 * @property {string} [cwd] where no config file of the emulator lies, so that it starts with its defaults
 * @property {string} [output] a file for what it says on standard output; default: a pipe
 * @property {boolean} [talks] whether messages can be sent to it
 * @property {string} [input] what it reads on standard input
 * @property {readonly number[]} [statuses] with which it may end; default: 0
 * @property {boolean} [isOnline] whether it needs the certificates that the environment names
 */

export class StartedProcesses {
  /** @type {Set<import('node:child_process').ChildProcess>} */
  #running = new Set();

  /**
   * @param {string} folder the working folder of processes without one of their own
   */
  constructor(folder) {
    this.folder = folder;
  }

  /**
   * Starts a process in a group of its own, so that those it starts itself end with it. Only what it says on standard
   * error is shown.
   * @param {Command} command
   */
  start({ program = process.execPath, args, cwd = this.folder, output, talks = false, input, isOnline = false }) {
    const file = output === undefined ? undefined : openSync(output, 'w');
    const child = spawn(program, args.map(String), {
      cwd,
      env: neutralEnvironment(isOnline),
      detached: HAS_GROUPS,
      stdio: [input === undefined ? 'ignore' : 'pipe', file ?? 'pipe', 'inherit', ...(talks ? ['ipc'] : [])],
    });
    if (file !== undefined) closeSync(file);
    this.#running.add(child);
    child.once('exit', () => this.#running.delete(child));
    child.once('error', () => this.#running.delete(child));
    child.stdin?.on('error', () => undefined).end(input);
    return child;
  }

  /**
   * Runs a process to its end.
   * @param {Command} command
   * @returns {Promise<string>} what it said on standard output
   * @throws {Error} where it cannot be started or fails
   */
  async output(command) {
    const child = this.start(command);
    const chunks = [];
    child.stdout.setEncoding('utf8').on('data', (chunk) => chunks.push(chunk));
    const [code, signal] = await once(child, 'close');
    if (!(command.statuses ?? [0]).includes(code))
      throw new Error(`"${[command.program ?? 'node', ...command.args].join(' ')}" ended with ${code ?? signal}`);
    return chunks.join('');
  }

  /** Asks the process to end, and makes it end where it does not listen. */
  async stop(child) {
    if (!this.#running.has(child)) return;
    const ended = once(child, 'exit');
    signalTo(child, 'SIGTERM');
    const impatience = setTimeout(() => signalTo(child, 'SIGKILL'), GRACE_MILLISECONDS);
    await ended;
    clearTimeout(impatience);
  }

  async stopAll() {
    await Promise.all([...this.#running].map((child) => this.stop(child)));
  }

  /** Ends all at once; for the moment when nothing can be awaited any more. */
  killAll() {
    for (const child of this.#running) signalTo(child, 'SIGKILL');
  }
}

function signalTo(child, signal) {
  try {
    if (HAS_GROUPS) process.kill(-child.pid, signal);
    else child.kill(signal);
  } catch (error) {
    // It has ended meanwhile.
    if (error.code !== 'ESRCH') throw error;
  }
}

/** Without what would change how the emulator or Node work: Node reads additional certificates at every start. */
function neutralEnvironment(isOnline) {
  const isForeign = (name) => name === 'NODE_OPTIONS' || (name === 'NODE_EXTRA_CA_CERTS' && !isOnline);
  const entries = Object.entries(process.env).filter(([name]) => !name.startsWith('ID_EMULATOR_') && !isForeign(name));
  return Object.fromEntries(entries);
}
