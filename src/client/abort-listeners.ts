/**
 * Listens to the signals that callers give. One signal often ends many calls at once, and Node.js before 22 warns of a
 * leak from the eleventh listener on; so each signal gets one, whatever the number of calls.
 */

export class AbortListeners {
  readonly #calls = new WeakMap<AbortSignal, Set<() => void>>();

  /** @returns what ends the listening */
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
