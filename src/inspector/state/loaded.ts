/** Values of the control plane, which are loaded again when what they depend on changes. */

import { effect, signal, type ReadonlySignal } from '@preact/signals';
import { journal } from './connection.js';
import { tokenRequest } from './session.js';

export interface Loaded<Value> {
  /** The last value; undefined before the first. */
  readonly value: ReadonlySignal<Value | undefined>;
  /** Why there is no newer value; undefined if there is. */
  readonly error: ReadonlySignal<string | undefined>;
  readonly reload: () => void;
  /** Waits for a change of it, and loads again. */
  readonly after: <Result>(change: Promise<Result>) => Promise<Result>;
  /** Ends it. */
  readonly stop: () => void;
}

/**
 * Loads now, whenever a signal that `load` reads before it waits has changed, and when the journal begins anew. What is
 * asked for again while it is loaded is loaded once more after that, so that no report is computed twice at a time.
 * @param every milliseconds after an answer in which it loads again while the page is visible; default: never
 */
export function loaded<Value>(load: (signal: AbortSignal) => Promise<Value>, every?: number): Loaded<Value> {
  const value = signal<Value | undefined>(undefined);
  const error = signal<string | undefined>(undefined);
  const round = signal(0);
  let isLoading = false;
  let isWanted = false;
  const reload = (): void => {
    if (isLoading) isWanted = true;
    else round.value++;
  };

  const stop = effect(() => {
    void round.value;
    void journal.value;
    if (tokenRequest.value !== undefined) return undefined;

    const abort = new AbortController();
    let timer: number | undefined;
    const loadLater = (): void => {
      timer = setTimeout(() => (document.visibilityState === 'visible' ? reload() : loadLater()), every);
    };

    const settle = (next: Value | undefined, reason?: Error): void => {
      if (abort.signal.aborted) return;

      value.value = next;
      error.value = reason?.message;
      isLoading = false;
      if (isWanted) reload();
      else if (every !== undefined) loadLater();
    };

    isLoading = true;
    isWanted = false;
    load(abort.signal).then(settle, (reason: unknown) => settle(value.peek(), reason as Error));

    return () => {
      clearTimeout(timer);
      isLoading = false;
      abort.abort();
    };
  });

  return { value, error, reload, after: (change) => change.finally(reload), stop };
}
