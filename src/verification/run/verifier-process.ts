/** The process in which the Pact verifier runs, seen from outside. */

import { fork, type ChildProcess } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { pactPackage } from '../optional-peers.js';
import type { VerifierReply } from './verifier-child.js';

/** Thrown where the verifier itself could not do its work. */
export class VerifierError extends Error {
  override readonly name = 'VerifierError';
}

interface Waiting {
  readonly resolve: (output: string) => void;
  readonly reject: (error: Error) => void;
}

/** How much of what the verifier has printed is told, should it end. */
const TOLD = 2_000;

export class VerifierProcess {
  readonly #child: ChildProcess;
  readonly #waiting = new Map<number, Waiting>();
  #tasks = 0;
  #printed = '';
  #ended: VerifierError | undefined;

  /** @throws MissingPeerError where `@pact-foundation/pact` is not installed */
  constructor() {
    this.#child = fork(fileURLToPath(new URL('verifier-child.js', import.meta.url)), [pactPackage()], {
      stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
      execArgv: [],
      env: withoutProxies(process.env),
    });
    this.#child.on('message', (reply: VerifierReply) => {
      this.#take(reply);
    });
    this.#child.on('error', (error) => {
      this.#end(error.message);
    });
    this.#child.on('exit', (code, signal) => {
      this.#end(
        `it ended with ${signal ?? code ?? 'nothing'}${this.#printed === '' ? '' : `, after it had printed: ${this.#printed.trim()}`}`,
      );
    });
    for (const stream of [this.#child.stdout!, this.#child.stderr!]) {
      stream.on('data', (chunk: Buffer) => {
        this.#printed = (this.#printed + chunk.toString()).slice(-TOLD);
      });
    }
  }

  /**
   * Verifies, and gives the verifier's own JSON.
   * @param options of `verifyPacts` of `@pact-foundation/pact-core`
   * @throws VerifierError
   */
  verify(options: object): Promise<string> {
    if (this.#ended !== undefined) return Promise.reject(this.#ended);
    const task = ++this.#tasks;
    return new Promise((resolve, reject) => {
      this.#waiting.set(task, { resolve, reject });
      this.#child.send({ task, options });
    });
  }

  /** Ends it. */
  async close(): Promise<void> {
    if (this.#child.exitCode !== null || this.#child.signalCode !== null) return;
    const exited = new Promise((resolve) => this.#child.once('exit', resolve));
    this.#child.kill('SIGKILL');
    await exited;
  }

  #take(reply: VerifierReply): void {
    const waiting = this.#waiting.get(reply.task);
    this.#waiting.delete(reply.task);
    if ('output' in reply) waiting?.resolve(reply.output);
    else waiting?.reject(new VerifierError(`the Pact verifier says: ${reply.error}`));
  }

  #end(reason: string): void {
    this.#ended ??= new VerifierError(`the Pact verifier cannot go on: ${reason}`);
    for (const { reject } of this.#waiting.values()) reject(this.#ended);
    this.#waiting.clear();
  }
}

/** What it asks is on this machine: a proxy would not find it. */
function withoutProxies(environment: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  return Object.fromEntries(
    Object.entries(environment).filter(([name]) => !/^(https?|all)_proxy$/i.test(name) && name !== 'NODE_OPTIONS'),
  );
}
