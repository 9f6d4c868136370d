/** Values that are loaded from the control plane, and loaded again when what they depend on changes. */

import { effect, signal, type ReadonlySignal } from '@preact/signals';
import { tokenRequest } from './session.js';

export interface Loaded<Value> {
  /** The last value; undefined before the first. */
  readonly value: ReadonlySignal<Value | undefined>;
  /** Why there is no newer value; undefined if there is. */
  readonly error: ReadonlySignal<string | undefined>;
  readonly reload: () => void;
  /** Ends it. */
  readonly stop: () => void;
}

/**
 * Loads now, and whenever a signal that `load` reads before it waits has changed.
 * @param every milliseconds after which it loads again while the page is visible; default: never
 */
export function loaded<Value>(load: (signal: AbortSignal) => Promise<Value>, every?: number): Loaded<Value> {
  const value = signal<Value | undefined>(undefined);
  const error = signal<string | undefined>(undefined);
  const round = signal(0);
  let isLoading = false;
  const reload = (): void => {
    round.value++;
  };
  const stopLoading = effect(() => {
    void round.value;
    if (tokenRequest.value !== undefined) return undefined;
    const abort = new AbortController();
    isLoading = true;
    load(abort.signal).then(
      (next) => {
        if (abort.signal.aborted) return;
        isLoading = false;
        value.value = next;
        error.value = undefined;
      },
      (reason: unknown) => {
        if (abort.signal.aborted) return;
        isLoading = false;
        error.value = (reason as Error).message;
      },
    );
    return () => {
      abort.abort();
    };
  });
  const timer =
    every === undefined
      ? undefined
      : setInterval(() => {
          // One that takes longer than the interval would otherwise end itself.
          if (document.visibilityState === 'visible' && !isLoading) reload();
        }, every);
  const stop = (): void => {
    stopLoading();
    clearInterval(timer);
  };
  return { value, error, reload, stop };
}
