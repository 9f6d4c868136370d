/** What changes the sandbox. A recording is only looked at, so it shows none of it. */

import type { ComponentChildren, JSX } from 'preact';
import { useState } from 'preact/hooks';
import { isRecording } from '../state/sandbox.js';

export function Changes({ children }: { readonly children: ComponentChildren }): JSX.Element | null {
  return isRecording.value ? null : <>{children}</>;
}

interface DangerProps {
  /** What it does, in a word. */
  readonly children: string;
  readonly act: () => void;
}

/** A button for what cannot be undone: it asks for a second click. */
export function Danger({ children, act }: DangerProps): JSX.Element {
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
