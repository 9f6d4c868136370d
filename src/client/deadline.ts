/** When a call has to end: its timeout, or its caller's signal. `AbortSignal.timeout` and `.any` are not in Node.js 16. */

import type { AbortListeners } from './abort-listeners.js';
import { TimeoutError } from './errors/timeout-error.js';

/** Timers take no more. */
const LONGEST_TIMER = 2 ** 31 - 1;

export class Deadline {
  readonly #controller = new AbortController();
  readonly #stopListening: (() => void) | undefined;
  readonly #endsAt: number;
  readonly #timer: ReturnType<typeof setTimeout>;
  #reason: unknown;

  /**
   * @param timeout in milliseconds
   * @param caller the caller's signal, and what listens to it
   */
  constructor(
    operation: string,
    timeout: number,
    caller?: { readonly signal: AbortSignal; readonly listeners: AbortListeners },
  ) {
    this.#endsAt = performance.now() + timeout;
    this.#timer = setTimeout(
      () => {
        this.#end(new TimeoutError(operation, timeout));
      },
      Math.min(timeout, LONGEST_TIMER),
    );
    if (caller === undefined) return;
    const { signal, listeners } = caller;
    const abort = (): void => {
      this.#end(reasonOf(signal));
    };
    if (signal.aborted) abort();
    else this.#stopListening = listeners.add(signal, abort);
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
    this.#stopListening?.();
  }

  #end(reason: unknown): void {
    this.#reason ??= reason;
    this.#controller.abort();
  }
}

/** Node.js before 17.2 gives none. */
function reasonOf({ reason }: { readonly reason?: unknown }): unknown {
  return reason ?? Object.assign(new Error('The call was aborted'), { name: 'AbortError' });
}
