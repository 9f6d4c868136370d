/** Time: clocks, waits, and the end of a call by timeout or by signal. Node.js 16 lacks `AbortSignal.any`. */

import { TimeoutError } from '../errors.js';

/** The part of `AbortSignal` that the library uses. */
export interface AbortSignalLike {
  readonly aborted: boolean;
  readonly reason?: unknown;
  addEventListener(type: 'abort', listener: () => void): void;
  removeEventListener(type: 'abort', listener: () => void): void;
}

/** Milliseconds by the monotonic clock: changes of the machine's time do not matter. */
export const now = (): number => performance.now();
/** The time by the service's clock, in milliseconds since 1970; NaN if the response has no `Date`. */
export function serviceTime(headers: Readonly<Record<string, string>> = {}): number {
  return Date.parse(headers['date'] ?? '');
}

const BASE_MILLISECONDS = 500;
/** The shortest backoff, in milliseconds: a random value near zero would be none. */
const LEAST_MILLISECONDS = 50;
/** Exponential backoff with full jitter: milliseconds before a retry, counted from 1. From 50 to `most`. */
export function backoff(retry: number, most: number): number {
  return Math.max(LEAST_MILLISECONDS, Math.random() * Math.min(most, BASE_MILLISECONDS * 2 ** (retry - 1)));
}

/** The deadline of a call: it ends whatever the call waits for. */
export type Deadline = ReturnType<typeof startDeadline>;
/** @param timeout in milliseconds @param caller the caller's signal, which also ends the call */
export function startDeadline(operation: string, timeout: number, caller?: AbortSignalLike | null) {
  const controller = new AbortController();
  const signal: AbortSignal = controller.signal;
  const timers: ReturnType<typeof setTimeout>[] = [];
  // A longer delay would be none for `setTimeout`.
  const after = (delay: number, act: () => void): unknown => timers.push(setTimeout(act, Math.min(delay, 2 ** 31 - 1)));
  const ended = new Promise<never>((_, reject) => {
    signal.addEventListener('abort', () => {
      // The reason is an AbortError if the caller gave none.
      reject(signal.reason as Error);
    });
  });
  // Without this handler, the end of a call that nobody awaits just then would be an unhandled rejection.
  ended.catch(() => undefined);
  after(timeout, () => {
    const message = `${operation} took longer than its timeout of ${timeout} ms`;
    controller.abort(new TimeoutError(message, { status: 0, timeout }));
  });
  const unfollow = caller && follow(caller, controller);
  const race = <Value>(value?: Value | Promise<Value>) => Promise.race([ended, value]) as Promise<Value>;

  return {
    /** Aborted when the call has to end. */
    signal,
    /** When the timeout is over, by {@link now}. */
    endsAt: now() + timeout,
    /**
     * Returns the value, or waits for its promise. Without a value, it checks whether the call has ended.
     * @throws TimeoutError or the caller's abort reason, if the call ends first
     */
    race,
    /** @param delay in milliseconds */
    wait: (delay: number) => race(new Promise<void>((resolve) => after(delay, resolve))),
    /** Ends the timer and stops listening to the caller's signal. Call it at the end of the call. */
    release() {
      timers.forEach(clearTimeout);
      unfollow?.();
    },
  };
}

/** The controllers of running calls, by the signal of their caller. */
const followers = new WeakMap<AbortSignalLike, Set<AbortController>>();
/** One listener serves all calls with the same signal: Node.js warns of a leak from eleven listeners on. */
function abortFollowers(this: AbortSignalLike): void {
  for (const controller of followers.get(this)!) controller.abort(this.reason);
}

/** Aborts the controller when the signal is aborted. @returns a function that stops following */
function follow(signal: AbortSignalLike, controller: AbortController): () => void {
  if (signal.aborted) controller.abort(signal.reason);
  const controllers = followers.get(signal) ?? new Set();
  followers.set(signal, controllers.add(controller));
  // Adding the same listener again has no effect.
  signal.addEventListener('abort', abortFollowers);

  return () => {
    controllers.delete(controller);
    if (controllers.size === 0) signal.removeEventListener('abort', abortFollowers);
  };
}
