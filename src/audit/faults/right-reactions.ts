/** What the classes of faults have in common: right reactions, and words of remedies. */

import type { Reaction } from '../reaction.js';
import type { FaultClass } from './fault-class.js';

export const RECOVERED: readonly Reaction[] = ['recovered'];
export const RECOVERED_OR_CLEAR: readonly Reaction[] = ['recovered', 'failed clearly'];

/** For every kind of call. */
export function always(reactions: readonly Reaction[]): FaultClass['expected'] {
  return { read: reactions, token: reactions, link: reactions, request: reactions };
}
