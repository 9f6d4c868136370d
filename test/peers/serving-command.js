/** A command that serves until it is ended: the emulator, or its proxy, with `--log json`. */

import { once } from 'node:events';

/** The line that says that it is ready, with its addresses. */
const READY = /^\{"event":"ready".*\}$/m;

export class ServingCommand {
  #child;
  #firstError;
  #output = '';
  #closed;
  apiUrl = '';
  tokenUrl = '';
  /** Scheme, host and port. */
  url = '';

  /**
   * @param {import('node:child_process').ChildProcessByStdio<null, import('node:stream').Readable, import('node:stream').Readable>} child
   * @param {(output: string) => string} firstError
   */
  constructor(child, firstError) {
    this.#child = child;
    this.#firstError = firstError;
    for (const stream of [child.stdout, child.stderr])
      stream.setEncoding('utf8').on('data', (/** @type {string} */ text) => (this.#output += text));
    this.#closed = once(child, 'close').then(() => true);
  }

  /** Waits until it serves, and has its addresses. */
  async isReady() {
    Object.assign(this, JSON.parse(await this.prints(READY)));
  }

  /** Waits until it has printed this. @param {RegExp} pattern @returns {Promise<string>} */
  async prints(pattern) {
    for (;;) {
      const found = pattern.exec(this.#output)?.[0];
      if (found !== undefined) return found;
      const more = [this.#child.stdout, this.#child.stderr].map((stream) => once(stream, 'data'));
      const hasEnded = await Promise.race([...more.map((each) => each.then(() => false)), this.#closed]);
      if (hasEnded && !pattern.test(this.#output))
        throw new Error(`it ended without printing ${String(pattern)}: ${this.#firstError(this.#output)}`);
    }
  }

  /** Ends it as a user does. */
  async end() {
    this.#child.kill('SIGTERM');
    await this.#closed;
  }
}
