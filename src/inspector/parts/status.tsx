/** The status of a response, or how its connection ended. */

import type { JSX } from 'preact';
import type { Outline } from '../control/types.js';

/** What the client received instead of a whole response: in a word, and in a sentence. */
export const ENDINGS: Readonly<Record<NonNullable<Outline['ending']>, readonly [word: string, sentence: string]>> = {
  close: ['closed', 'the connection was closed before a response'],
  reset: ['reset', 'the connection was reset before a response'],
  cut: ['cut off', 'the response was cut off'],
  'broken-chunks': ['broken', 'a chunk of the response was broken'],
  never: ['none', 'no response was sent'],
};

interface Shown extends Pick<Outline, 'status'> {
  readonly ending: Outline['ending'] | undefined;
}

export function Status({ status, ending }: Shown): JSX.Element {
  if (ending !== undefined) return <span class="status ended">{ENDINGS[ending][0]}</span>;
  return <span class={`status s${String(status)[0]}`}>{status}</span>;
}
