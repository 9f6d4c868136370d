/** Long work of the control plane, in steps: nobody waits long for another's report. */

import { endOfTurn } from '../../../common/platform/end-of-turn.js';
import type { Steps } from '../../../common/steps.js';

/** Other requests are served after this time. Steps of two reports at once may take twice as long. */
const TURN_MILLISECONDS = 4;

/** Does the steps. Other requests are served in between. */
export async function inSteps<Result>(steps: Steps<Result>): Promise<Result> {
  for (;;) {
    const until = performance.now() + TURN_MILLISECONDS;
    do {
      const step = steps.next();
      if (step.done === true) return step.value;
    } while (performance.now() < until);
    await endOfTurn();
  }
}

/** The characters of one piece. */
const PIECE = 65_536;

/**
 * A JSON document in pieces, with a list that may be long.
 * @param document with an empty list
 * @param name the only member of that name in the document
 */
export function* jsonPieces<Item>(
  document: object,
  name: string,
  items: readonly Item[],
  show: (item: Item) => unknown = (item) => item,
): Generator<string, void> {
  const [before, behind] = JSON.stringify(document).split(`"${name}":[]`) as [string, string];
  let piece = `${before}"${name}":[`;
  for (const [at, item] of items.entries()) {
    piece += `${at === 0 ? '' : ','}${JSON.stringify(show(item))}`;
    if (piece.length < PIECE) continue;
    yield piece;
    piece = '';
  }
  yield `${piece}]${behind}`;
}
