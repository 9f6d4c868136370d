/** A button that copies a text, and says so. */

import type { ComponentChildren, JSX } from 'preact';
import { useState } from 'preact/hooks';
import { Action } from './buttons.js';

const SHOWN_MILLISECONDS = 1_500;

interface Props {
  /** The text, or what makes it when the button is pressed. */
  readonly text: string | (() => string | Promise<string>);
  readonly children: ComponentChildren;
}

export function Copy({ text, children }: Props): JSX.Element {
  const [isCopied, setCopied] = useState(false);
  const copy = async (): Promise<void> => {
    await copyText(typeof text === 'string' ? text : await text());
    setCopied(true);
    setTimeout(() => setCopied(false), SHOWN_MILLISECONDS);
  };
  return <Action act={copy}>{isCopied ? 'Copied' : children}</Action>;
}

/** On another address than localhost, browsers without TLS offer no clipboard. */
export async function copyText(text: string): Promise<void> {
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
