/** What the classes of faults have in common: right reactions, and words of remedies. */

import type { Reaction } from '../classify/reaction.js';
import type { CallKind, FaultClass } from './fault-class.js';

export const RECOVERED: readonly Reaction[] = ['recovered'];
export const RECOVERED_OR_GAVE_UP: readonly Reaction[] = ['recovered', 'gave up'];
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

/** The call was certainly not carried out, so that every kind may be sent again. */
export const NOT_CARRIED_OUT = always(RECOVERED);

export const RETRY = 'Retry after 429 and 5xx, a few times, with pauses that grow.';

/** A fault before which nothing was done, and which changes no data. */
export const REFUSED = { mayHaveArrived: false, changesData: false } as const;
