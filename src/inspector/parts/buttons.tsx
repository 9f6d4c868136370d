/** Buttons for actions, for copies and for what cannot be undone; downloads; and what a recording does not show. */

import type { ComponentChildren, JSX } from 'preact';
import { useState } from 'preact/hooks';
import { attempt } from '../state/notice.js';
import { isRecording } from '../state/sandbox.js';
import { send } from '../control/call.js';

interface ActionProps extends Omit<JSX.IntrinsicElements['button'], 'type' | 'onClick'> {
  /** What the button says. */
  readonly text: string;
  /** What the button is about, for screen readers, if buttons beside it have the same text. */
  readonly about?: string;
  /** Whether the action changes the sandbox. A recording does not show such a button. Default: false. */
  readonly changes?: boolean;
  readonly act: () => unknown;
}

/** A button that does something, or says why it cannot. */
export function Action({ text, about, changes = false, act, ...attributes }: ActionProps) {
  if (changes && isRecording.value) return null;

  const label = about === undefined ? undefined : `${text} ${about}`;
  return (
    <button type="button" aria-label={label} onClick={() => attempt(act)} {...attributes}>
      {text}
    </button>
  );
}

/** A button for what cannot be undone: it asks for a second click. The text is one word. */
export function Danger({ text, act }: Pick<ActionProps, 'text' | 'act'>) {
  const [isSecondClick, setSecondClick] = useState(false);
  const press = async (): Promise<void> => {
    setSecondClick(!isSecondClick);
    if (isSecondClick) await act();
  };

  const question = `${text} for good?`;
  return (
    <Action class="danger" text={isSecondClick ? question : text} onBlur={() => setSecondClick(false)} act={press} />
  );
}

/** Hides its children in a recording: they change the sandbox, and a recording is only looked at. */
export function Changes({ children }: { readonly children: ComponentChildren }) {
  return isRecording.value ? null : <>{children}</>;
}

/** How long the button says that it has copied. */
const SHOWN_MILLISECONDS = 1_500;

interface CopyProps {
  /** What the button says. */
  readonly text: string;
  /** The text to copy, or what makes it when the button is pressed. */
  readonly copied: string | (() => string | Promise<string>);
}

/** A button that copies a text, and says so. */
export function Copy({ text, copied }: CopyProps) {
  const [isCopied, setCopied] = useState(false);
  const copy = async (): Promise<void> => {
    await copyText(typeof copied === 'string' ? copied : await copied());
    setCopied(true);
    setTimeout(() => setCopied(false), SHOWN_MILLISECONDS);
  };

  return <Action text={isCopied ? 'Copied' : text} act={copy} />;
}

/** Copies a text to the clipboard. */
async function copyText(text: string): Promise<void> {
  if (isSecureContext) {
    await navigator.clipboard.writeText(text);
    return;
  }

  // Without TLS, browsers offer the clipboard only to pages of localhost. Elsewhere, the text of a field is copied.
  const field = document.createElement('textarea');
  field.value = text;
  document.body.append(field);
  field.select();
  // oxlint-disable-next-line typescript/no-deprecated -- there is nothing else
  document.execCommand('copy');
  field.remove();
}

/**
 * Saves a response of the control plane as a file. A link could not send the control token.
 * @param path below `/_emulator`, with its query
 * @param name of the file
 */
export async function download(path: string, name: string): Promise<void> {
  const response = await send(path);
  const url = URL.createObjectURL(await response.blob());

  // A browser saves a file only if a link to it is clicked.
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();

  // The browser would keep the bytes as long as the page is open.
  URL.revokeObjectURL(url);
}
