/** Values of the control plane, which are loaded again when what they depend on changes. */

import { effect, signal, type ReadonlySignal } from '@preact/signals';
import { journalCount } from './connection.js';
import { tokenRequest } from './session.js';

/** A value that is loaded again and again. */
export interface Loaded<Value> {
  /** The last value; undefined before the first. */
  readonly value: ReadonlySignal<Value | undefined>;
  /** Why there is no newer value; undefined if there is. */
  readonly error: ReadonlySignal<string | undefined>;
  readonly reload: () => void;
  /** Waits for a change that the page makes, and loads the value again. */
  readonly reloadAfter: <Result>(change: Promise<Result>) => Promise<Result>;
  /** Ends all loading. */
  readonly stop: () => void;
}

/**
 * Loads a value now, whenever a signal changes that `load` reads before its first `await`, and when the journal begins
 * anew. A `reload` during a load begins after that load, so that no report is computed twice at a time.
 * @param every milliseconds between an answer and the next load while the page is visible. Default: never
 */
export function loaded<Value>(load: (signal: AbortSignal) => Promise<Value>, every?: number): Loaded<Value> {
  const value = signal<Value | undefined>(undefined);
  const error = signal<string | undefined>(undefined);
  /** Counts the loads that were asked for. A change makes the effect below load again. */
  const requestedLoads = signal(0);
  let isLoading = false;
  let isWantedAgain = false;
  const reload = (): void => {
    if (isLoading) isWantedAgain = true;
    else requestedLoads.value++;
  };

  const stop = effect(() => {
    // Both signals are read only in order to load again when they change.
    void requestedLoads.value;
    void journalCount.value;
    // While the page asks for the control token, every load would fail.
    if (tokenRequest.value !== undefined) return undefined;

    const abort = new AbortController();
    let timer: number | undefined;
    const loadLater = (): void => {
      timer = setTimeout(() => (document.visibilityState === 'visible' ? reload() : loadLater()), every);
    };

    const show = (latestValue: Value | undefined, failure?: Error): void => {
      if (abort.signal.aborted) return;

      value.value = latestValue;
      error.value = failure?.message;
      isLoading = false;
      if (isWantedAgain) reload();
      else if (every !== undefined) loadLater();
    };

    isLoading = true;
    isWantedAgain = false;
    // If the load fails, the last value stays. `peek` reads it without making it an input of the effect.
    load(abort.signal).then(show, (failure: unknown) => show(value.peek(), failure as Error));

    return () => {
      clearTimeout(timer);
      isLoading = false;
      abort.abort();
    };
  });

  return { value, error, reload, reloadAfter: (change) => change.finally(reload), stop };
}
