/** The end of a call: its timeout or its caller's signal. Node.js 16 lacks `AbortSignal.timeout` and `.any`. */

import { TimeoutError } from './errors.js';

/** The longest delay that `setTimeout` accepts. */
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

  /** Milliseconds until the timeout. */
  get remaining(): number {
    return this.#endsAt - performance.now();
  }

  /** @throws TimeoutError or the caller's abort reason, if the call has to end */
  check(): void {
    if (this.signal.aborted) throw this.#reason;
  }

  /** Settles like the promise, unless the call has to end first. */
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

  /** Clears the timer and stops listening to the signal. Call it at the end of the call. */
  release(): void {
    clearTimeout(this.#timer);
    this.#stopListening?.();
  }

  #end(reason: unknown): void {
    this.#reason ??= reason;
    this.#controller.abort();
  }
}

/** Node.js before 17.2 has no `reason`. */
function reasonOf({ reason }: { readonly reason?: unknown }): unknown {
  return reason ?? Object.assign(new Error('The call was aborted'), { name: 'AbortError' });
}

export class AbortListeners {
  readonly #calls = new WeakMap<AbortSignal, Set<() => void>>();

  /** @returns a function that stops listening */
  add(signal: AbortSignal, listener: () => void): () => void {
    const calls = this.#calls.get(signal) ?? this.#listenTo(signal);
    calls.add(listener);
    return () => {
      calls.delete(listener);
    };
  }

  #listenTo(signal: AbortSignal): Set<() => void> {
    const calls = new Set<() => void>();
    this.#calls.set(signal, calls);
    signal.addEventListener(
      'abort',
      () => {
        for (const listener of calls) listener();
      },
      { once: true },
    );
    return calls;
  }
}
