/** Loads something for a component, while it is shown, and shows it. */

import type { JSX } from 'preact';
import { useEffect, useMemo } from 'preact/hooks';
import { loaded, type Loaded } from '../state/loaded.js';

/**
 * Loads a value while the component is shown.
 * @param inputs the value is loaded again when one of them changes. Signals that `load` reads need not be among them
 * @param every milliseconds after which the value is loaded again. Default: never
 */
export function useLoaded<Value>(
  load: (signal: AbortSignal) => Promise<Value>,
  inputs: readonly unknown[] = [],
  every?: number,
): Loaded<Value> {
  const source = useMemo(() => loaded(load, every), inputs);
  useEffect(() => source.stop, [source]);
  return source;
}

interface Props<Value> {
  readonly of: Loaded<Value>;
  /** Shows the value. */
  readonly children: (value: Value) => JSX.Element;
}

/** Shows a value as soon as it is loaded. Before, it says that the value is being loaded. It also shows an error. */
export function Shown<Value>({ of: { value, error }, children }: Props<Value>) {
  const known = value.value;
  const isLoading = known === undefined && error.value === undefined;
  return (
    <>
      {error.value !== undefined && <p class="bar warning">{error.value}</p>}
      {isLoading && <p class="empty soft">Loading …</p>}
      {known !== undefined && children(known)}
    </>
  );
}
