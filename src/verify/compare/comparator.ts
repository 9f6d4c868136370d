/** Runs `@pactflow/openapi-pact-comparator` in a thread of its own. */

import { Worker } from 'node:worker_threads';
import { resolvePeer } from '../optional-peers.js';

/** One result of the comparator. */
export interface ComparatorResult {
  readonly code: string;
  readonly message: string;
  /** The place in the pact: `[root].interactions[1].request.query.limit`. */
  readonly mockDetails?: { readonly location: string; readonly value: unknown };
}

type Reply = { readonly task: number } & (
  { readonly results: readonly ComparatorResult[] } | { readonly error: string }
);

interface PendingTask {
  readonly resolve: (results: readonly ComparatorResult[]) => void;
  readonly reject: (error: Error) => void;
}

export class Comparator {
  readonly #thread: Worker;
  readonly #pending = new Map<number, PendingTask>();
  #tasks = 0;

  /**
   * @param document the OpenAPI document that pacts are compared with
   * @throws MissingPeerError if the comparator is not installed, or too old
   */
  constructor(document: object) {
    const comparator = resolvePeer('@pactflow/openapi-pact-comparator');
    this.#thread = new Worker(new URL('comparator-thread.js', import.meta.url), {
      workerData: { comparator, document },
    });
    // It keeps the process alive only while it works.
    this.#thread.unref();
    this.#thread.on('message', (reply: Reply) => {
      this.#settle(reply);
    });
    this.#thread.on('error', (error) => {
      for (const { reject } of this.#pending.values()) reject(error);
      this.#pending.clear();
    });
  }

  /** Compares a pact with the document. */
  compare(pact: object): Promise<readonly ComparatorResult[]> {
    const task = ++this.#tasks;
    return new Promise((resolve, reject) => {
      this.#pending.set(task, { resolve, reject });
      this.#thread.ref();
      this.#thread.postMessage({ task, pact });
    });
  }

  /** Ends the thread. */
  async close(): Promise<void> {
    await this.#thread.terminate();
  }

  #settle(reply: Reply): void {
    const pending = this.#pending.get(reply.task);
    this.#pending.delete(reply.task);
    if (this.#pending.size === 0) this.#thread.unref();
    if ('results' in reply) pending?.resolve(reply.results);
    else pending?.reject(new Error(`the comparator of pacts failed: ${reply.error}`));
  }
}
