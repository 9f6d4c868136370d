/** One sentence about what has just happened, or why it could not. */

import { signal } from '@preact/signals';

const SHOWN_MILLISECONDS = 6_000;

export const notice = signal('');

let timer: number | undefined;

export function say(sentence: string): void {
  notice.value = sentence;
  clearTimeout(timer);
  timer = setTimeout(() => (notice.value = ''), SHOWN_MILLISECONDS);
}

/** Runs an action of a button; says why it failed. */
export function attempt(action: () => Promise<unknown>): () => void {
  return () => void action().catch((error: unknown) => say((error as Error).message));
}
