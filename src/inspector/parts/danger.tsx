/** A button for what cannot be undone: it asks for a second click. */

import type { JSX } from 'preact';
import { useState } from 'preact/hooks';

interface Props {
  /** What it does, in a word. */
  readonly children: string;
  readonly act: () => void;
}

export function Danger({ children, act }: Props): JSX.Element {
  const [isAsked, setAsked] = useState(false);
  const press = (): void => {
    if (isAsked) act();
    setAsked(!isAsked);
  };
  return (
    <button type="button" class="danger" onBlur={() => setAsked(false)} onClick={press}>
      {isAsked ? `${children} for good?` : children}
    </button>
  );
}
