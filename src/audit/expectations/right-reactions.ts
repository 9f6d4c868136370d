/** What the classes of faults have in common: right reactions, and words of remedies. */

import type { Reaction } from './reaction.js';
import type { CallKind, FaultClass } from './fault-class.js';

/** A client may do with other data what it likes, as long as it does not break. */
export const OTHER_DATA: readonly Reaction[] = ['recovered', 'gave up', 'swallowed', 'wrong result'];

const POST =
  'Repeat a POST only if it was refused, or after checking that it has not arrived; otherwise report the error.';

/** What to change in a client that reacts otherwise at such a call. */
export function remedyFor({ remedy, mayHaveArrived }: FaultClass, kind: CallKind): string {
  return mayHaveArrived && (kind === 'link' || kind === 'request') ? `${remedy} ${POST}` : remedy;
}

/** For every kind of call. */
export function always(reactions: readonly Reaction[]): FaultClass['expected'] {
  return { read: reactions, token: reactions, link: reactions, request: reactions };
}
