/** When a call has to end: its timeout, or its caller's signal. `AbortSignal.timeout` and `.any` are not in Node.js 16. */

import { TimeoutError } from './errors/timeout-error.js';

/** Timers take no more. */
const LONGEST_TIMER = 2 ** 31 - 1;

export class Deadline {
  readonly #controller = new AbortController();
  readonly #caller: AbortSignal | undefined;
  readonly #endsAt: number;
  readonly #timer: ReturnType<typeof setTimeout>;
  #reason: unknown;

  /** @param timeout in milliseconds */
  constructor(operation: string, timeout: number, caller?: AbortSignal) {
    this.#caller = caller;
    this.#endsAt = performance.now() + timeout;
    this.#timer = setTimeout(() => {
      this.#end(new TimeoutError(operation, timeout));
    }, Math.min(timeout, LONGEST_TIMER));
    if (caller?.aborted === true) this.#abort();
    else caller?.addEventListener('abort', this.#abort);
  }

  /** Aborted when the call has to end. */
  get signal(): AbortSignal {
    return this.#controller.signal;
  }

  /** In milliseconds. */
  get remaining(): number {
    return this.#endsAt - performance.now();
  }

  /** @throws why the call has to end, where it has to */
  check(): void {
    if (this.signal.aborted) throw this.#reason;
  }

  /** The promise's outcome, unless the call has to end before it has one. */
  async race<Value>(promise: Promise<Value>): Promise<Value> {
    let end: (() => void) | undefined;
    const ended = new Promise<void>((resolve) => (end = resolve)).then(() => {
      this.check();
    });
    this.signal.addEventListener('abort', end!);
    if (this.signal.aborted) end!();
    try {
      return (await Promise.race([ended, promise])) as Value;
    } finally {
      this.signal.removeEventListener('abort', end!);
    }
  }

  /** @param delay in milliseconds */
  async wait(delay: number): Promise<void> {
    let timer: ReturnType<typeof setTimeout> | undefined;
    try {
      await this.race(new Promise((resolve) => (timer = setTimeout(resolve, Math.min(delay, LONGEST_TIMER)))));
    } finally {
      clearTimeout(timer);
    }
  }

  /** To be called when the call has ended: lets go of timer and signal. */
  release(): void {
    clearTimeout(this.#timer);
    this.#caller?.removeEventListener('abort', this.#abort);
  }

  readonly #abort = (): void => {
    // Node.js before 17.2 gives no reason.
    this.#end((this.#caller as { reason?: unknown }).reason ?? Object.assign(new Error('The call was aborted'), { name: 'AbortError' }));
  };

  #end(reason: unknown): void {
    this.#reason ??= reason;
    this.#controller.abort();
  }
}
