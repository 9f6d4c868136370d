/** One sentence for people: what has just happened, or why an action has failed. */

import { signal } from '@preact/signals';

/** How long a notice is shown, in milliseconds. */
const SHOWN_MILLISECONDS = 6_000;

/** The notice that the page shows; empty for none. */
export const notice = signal('');

/** The timer that removes the notice. */
let timer: number | undefined;

/** Shows a sentence for some seconds. */
export function say(sentence: string): void {
  notice.value = sentence;
  clearTimeout(timer);
  timer = setTimeout(() => (notice.value = ''), SHOWN_MILLISECONDS);
}

/** Runs an action that a person has asked for. If it fails, the page says why. */
export function attempt(action: () => unknown): void {
  const done = async (): Promise<unknown> => await action();
  done().catch((error: unknown) => say((error as Error).message));
}
