/** The end of a call: its timeout or its caller's signal. Node.js 16 lacks `AbortSignal.timeout` and `.any`. */

import { TimeoutError } from '../errors.js';

/** The part of `AbortSignal` that the library uses. */
export interface AbortSignalLike {
  readonly aborted: boolean;
  readonly reason?: unknown;
  addEventListener(type: 'abort', listener: () => void): void;
  removeEventListener(type: 'abort', listener: () => void): void;
}

export interface Deadline {
  /** Aborted when the call has to end. */
  readonly signal: AbortSignal;
  /** When the timeout is over, by {@link now}. */
  readonly endsAt: number;
  /**
   * Settles like the promise, unless the call has to end first.
   * @throws TimeoutError or the caller's abort reason, if the call has to end
   */
  race<Value>(promise?: Promise<Value>): Promise<Value>;
  /** @param delay in milliseconds */
  wait(delay: number): Promise<void>;
  /** Ends the timer and stops listening to the caller's signal. Call it at the end of the call. */
  release(): void;
}

/** Milliseconds by the monotonic clock: changes of the machine's time do not matter. */
export function now(): number {
  return performance.now();
}

/** The longest delay that `setTimeout` accepts. */
const LONGEST_TIMER = 2 ** 31 - 1;

/** @param timeout in milliseconds */
export function startDeadline(operation: string, timeout: number, caller?: AbortSignalLike | null): Deadline {
  const controller = new AbortController();
  const timers: ReturnType<typeof setTimeout>[] = [];
  const after = (delay: number, act: () => void): unknown =>
    timers.push(setTimeout(act, Math.min(delay, LONGEST_TIMER)));
  let end!: (reason: unknown) => void;
  const ended = new Promise<never>((_, reject) => {
    end = (reason) => {
      controller.abort(reason);
      // An AbortError if the caller's signal has no reason.
      reject(controller.signal.reason as Error);
    };
  });
  ended.catch(() => undefined);
  after(timeout, () => {
    const message = `${operation} took longer than its timeout of ${timeout} ms`;
    end(new TimeoutError(message, { status: 0, timeout }));
  });
  const unfollow =
    caller &&
    follow(caller, () => {
      end(caller.reason);
    });
  const race = <Value>(promise?: Promise<Value>): Promise<Value> => Promise.race([ended, promise]) as Promise<Value>;
  return {
    signal: controller.signal,
    endsAt: now() + timeout,
    race,
    wait: (delay) => race(new Promise((resolve) => after(delay, resolve))),
    release() {
      timers.forEach(clearTimeout);
      unfollow?.();
    },
  };
}

const followers = new WeakMap<AbortSignalLike, Set<() => void>>();

/** One listener serves all calls with the same signal: Node.js warns of a leak from eleven listeners on. */
function endFollowers(this: AbortSignalLike): void {
  for (const end of followers.get(this)!) end();
}

/** @returns a function that stops following */
function follow(signal: AbortSignalLike, end: () => void): () => void {
  if (signal.aborted) end();
  const ends = followers.get(signal) ?? new Set();
  followers.set(signal, ends.add(end));
  // Adding the same listener again has no effect.
  signal.addEventListener('abort', endFollowers);
  return () => {
    ends.delete(end);
    if (ends.size === 0) signal.removeEventListener('abort', endFollowers);
  };
}
