/** Which journal gives up an exchange first, if all journals together have too many bytes. */

import { countWhile } from '../common/count-while.js';

/** A journal whose oldest exchange is known. */
export interface AgedJournal {
  /** When its oldest exchange was received; undefined if it has none. */
  oldest: number | undefined;
}

/**
 * Journals in the order of their oldest exchanges, each with the time of the next one. The caller removes
 * exchanges up to that time and sets `oldest`; the journal comes again when it is the next one again.
 */
export function* oldestFirst<Journal extends AgedJournal>(journals: readonly Journal[]): Generator<[Journal, number]> {
  // The oldest one is at the end.
  const known = journals.filter(({ oldest }) => oldest !== undefined);
  const queue = known.toSorted((a, b) => a.oldest! - b.oldest!).toReversed();
  for (let first = queue.pop(); first !== undefined; first = queue.pop()) {
    yield [first, queue.at(-1)?.oldest ?? Number.MAX_SAFE_INTEGER];
    const { oldest } = first;
    if (oldest === undefined) continue;
    const newer = countWhile(queue, (other) => other.oldest! > oldest);
    queue.splice(newer, 0, first);
  }
}
