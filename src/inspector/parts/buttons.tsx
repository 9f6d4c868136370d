/** Buttons, and what shows those that change the sandbox. */

import type { ComponentChildren, JSX } from 'preact';
import { useState } from 'preact/hooks';
import { attempt } from '../state/notice.js';
import { isRecording } from '../state/sandbox.js';

interface ActionProps extends Omit<JSX.IntrinsicElements['button'], 'type' | 'onClick'> {
  readonly act: () => unknown;
}

/** A button that does something, or says why it cannot. */
export function Action({ act, ...attributes }: ActionProps): JSX.Element {
  return <button type="button" onClick={attempt(async () => await act())} {...attributes} />;
}

interface DangerProps {
  /** What it does, in a word. */
  readonly children: string;
  readonly act: () => Promise<void>;
}

/** A button for what cannot be undone: it asks for a second click. */
export function Danger({ children, act }: DangerProps): JSX.Element {
  const [isAsked, setAsked] = useState(false);
  const press = async (): Promise<void> => {
    setAsked(!isAsked);
    if (isAsked) await act();
  };
  return (
    <Action class="danger" onBlur={() => setAsked(false)} act={press}>
      {isAsked ? `${children} for good?` : children}
    </Action>
  );
}

/** What changes the sandbox. A recording is only looked at, so it shows none of it. */
export function Changes({ children }: { readonly children: ComponentChildren }): JSX.Element | null {
  return isRecording.value ? null : <>{children}</>;
}
