/** Loads something for a component, while it is shown. */

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
