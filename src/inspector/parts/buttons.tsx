/** Buttons and what they do: actions, what cannot be undone, copies, downloads. And what hides those of changes. */

import type { ComponentChildren, JSX } from 'preact';
import { useState } from 'preact/hooks';
import { attempt } from '../state/notice.js';
import { isRecording } from '../state/sandbox.js';
import { send } from '../control/call.js';

interface ActionProps extends Omit<JSX.IntrinsicElements['button'], 'type' | 'onClick'> {
  /** What it says. */
  readonly text: string;
  /** What it is about, for screen readers, if others beside it say the same. */
  readonly about?: string;
  /** Whether it changes the sandbox, so that a recording does not show it. Default: false. */
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

interface DangerProps {
  /** What it does, in a word. */
  readonly text: string;
  readonly act: () => Promise<void>;
}

/** A button for what cannot be undone: it asks for a second click. */
export function Danger({ text, act }: DangerProps) {
  const [isAsked, setAsked] = useState(false);
  const press = async (): Promise<void> => {
    setAsked(!isAsked);
    if (isAsked) await act();
  };

  const asked = isAsked ? `${text} for good?` : text;

  return <Action class="danger" text={asked} onBlur={() => setAsked(false)} act={press} />;
}

/** What changes the sandbox. A recording is only looked at, so it shows none of it. */
export function Changes({ children }: { readonly children: ComponentChildren }) {
  return isRecording.value ? null : <>{children}</>;
}

/** How long the button says that it has copied. */
const SHOWN_MILLISECONDS = 1_500;

interface CopyProps {
  /** What it says. */
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

/** On another address than localhost, browsers without TLS offer no clipboard. */
async function copyText(text: string): Promise<void> {
  if (isSecureContext) {
    await navigator.clipboard.writeText(text);
    return;
  }

  const field = document.createElement('textarea');
  field.value = text;
  document.body.append(field);
  field.select();
  // oxlint-disable-next-line typescript/no-deprecated -- there is nothing else
  document.execCommand('copy');
  field.remove();
}

/**
 * Saves a response of the control plane as a file. A link cannot, because it cannot send the control token.
 * @param path below `/_emulator`, with its query
 * @param name of the file
 */
export async function download(path: string, name: string): Promise<void> {
  const response = await send(path);
  const url = URL.createObjectURL(await response.blob());
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  URL.revokeObjectURL(url);
}
