/** What was loaded, as soon as it is there; before, and if it cannot be loaded, it says so. */

import type { JSX } from 'preact';
import type { Loaded } from '../state/loaded.js';

interface Props<Value> {
  readonly of: Loaded<Value>;
  readonly children: (value: Value) => JSX.Element;
}

export function Shown<Value>({ of: { value, error }, children }: Props<Value>): JSX.Element {
  const known = value.value;
  return (
    <>
      {error.value !== undefined && <p class="bar warning">{error.value}</p>}
      {known === undefined ? error.value === undefined && <p class="empty soft">Loading …</p> : children(known)}
    </>
  );
}
