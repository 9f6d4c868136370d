/** Starts the process of the Pact verifier and sends it tasks. */

import { fork, type ChildProcess } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { pactPackage } from '../optional-peers.js';
import type { VerifierReply } from './verifier-child.js';

/** Thrown if the Pact verifier could not run. */
export class VerifierError extends Error {
  override readonly name = 'VerifierError';
}

interface PendingTask {
  readonly resolve: (output: string) => void;
  readonly reject: (error: Error) => void;
}

/** How many characters of the process's last output an error message contains. */
const OUTPUT_TAIL = 2_000;

export class VerifierProcess {
  readonly #child: ChildProcess;
  readonly #pending = new Map<number, PendingTask>();
  #tasks = 0;
  #output = '';
  #failure: VerifierError | undefined;

  /** @throws MissingPeerError if `@pact-foundation/pact` is not installed */
  constructor() {
    this.#child = fork(fileURLToPath(new URL('verifier-child.js', import.meta.url)), [pactPackage()], {
      stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
      execArgv: [],
      env: withoutProxies(process.env),
    });
    this.#child.on('message', (reply: VerifierReply) => {
      this.#settle(reply);
    });
    this.#child.on('error', (error) => {
      this.#fail(error.message);
    });
    this.#child.on('exit', (code, signal) => {
      const output = this.#output.trim();
      this.#fail(
        `it exited with ${signal ?? `code ${code ?? 0}`}${output === '' ? '' : `; its last output: ${output}`}`,
      );
    });
    for (const stream of [this.#child.stdout!, this.#child.stderr!]) {
      stream.on('data', (chunk: Buffer) => {
        this.#output = (this.#output + chunk.toString()).slice(-OUTPUT_TAIL);
      });
    }
  }

  /**
   * Verifies a pact.
   * @param options of `verifyPacts` of `@pact-foundation/pact-core`
   * @returns the verifier's JSON output
   * @throws VerifierError if the verifier could not run
   */
  verify(options: object): Promise<string> {
    if (this.#failure !== undefined) return Promise.reject(this.#failure);
    const task = ++this.#tasks;
    return new Promise((resolve, reject) => {
      this.#pending.set(task, { resolve, reject });
      this.#child.send({ task, options });
    });
  }

  /** Ends the process. */
  async close(): Promise<void> {
    if (this.#child.exitCode !== null || this.#child.signalCode !== null) return;
    const exited = new Promise((resolve) => this.#child.once('exit', resolve));
    this.#child.kill('SIGKILL');
    await exited;
  }

  #settle(reply: VerifierReply): void {
    const pending = this.#pending.get(reply.task);
    this.#pending.delete(reply.task);
    if ('output' in reply) pending?.resolve(reply.output);
    else pending?.reject(new VerifierError(`the Pact verifier failed: ${reply.error}`));
  }

  #fail(reason: string): void {
    this.#failure ??= new VerifierError(`the process of the Pact verifier failed: ${reason}`);
    for (const { reject } of this.#pending.values()) reject(this.#failure);
    this.#pending.clear();
  }
}

/** The verifier sends requests to this machine only; an HTTP proxy would not reach it. */
function withoutProxies(environment: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  return Object.fromEntries(
    Object.entries(environment).filter(([name]) => !/^(https?|all)_proxy$/i.test(name) && name !== 'NODE_OPTIONS'),
  );
}
