/** Loads something for a component, while it is shown, and shows it. */

import type { JSX } from 'preact';
import { useEffect, useMemo } from 'preact/hooks';
import { loaded, type Loaded } from '../state/loaded.js';

/** @param inputs loads anew when one of them changes; signals that `load` reads need not be there */
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
  readonly children: (value: Value) => JSX.Element;
}

/** What was loaded, as soon as it is there; before, and if it cannot be loaded, it says so. */
export function Shown<Value>({ of: { value, error }, children }: Props<Value>) {
  const known = value.value;
  return (
    <>
      {error.value !== undefined && <p class="bar warning">{error.value}</p>}
      {known === undefined ? error.value === undefined && <p class="empty soft">Loading …</p> : children(known)}
    </>
  );
}
