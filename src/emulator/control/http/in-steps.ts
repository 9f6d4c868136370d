/** Long work of the control plane, in steps: nobody waits long for another's report. */

import { turnOfItsOwn } from '../../../common/platform/end-of-turn.js';
import type { Steps } from '../../../common/steps.js';
import { ok, type ControlResponse } from './endpoint.js';
import { Problem } from '../problem.js';

/** Other requests are served after this time. */
const TURN_MILLISECONDS = 4;

/**
 * Does the steps. Other requests are served in between.
 * @param isWanted whether somebody still waits for the result
 * @throws Problem 503 if nobody does
 */
export async function inSteps<Result>(steps: Steps<Result>, isWanted: () => boolean): Promise<Result> {
  for (;;) {
    await turnOfItsOwn();
    if (!isWanted()) throw new Problem(503, 'Given up', 'The client has left before the report was made.');
    const until = performance.now() + TURN_MILLISECONDS;
    do {
      const step = steps.next();
      if (step.done === true) return step.value;
    } while (performance.now() < until);
  }
}

/** The characters of one piece. */
const PIECE = 65_536;
/** A list of up to this many items is written at once. */
const MOST_AT_ONCE = 50;

/**
 * A response with a list, which is written in pieces if it is long.
 * @param document with an empty list
 * @param name of the list: no member behind it has the same name
 */
export function inPieces<Item>(
  document: object,
  name: string,
  items: readonly Item[],
  show: (item: Item) => unknown = (item) => item,
): ControlResponse {
  const text = JSON.stringify(document);
  // The last one: what a client has written, such as the world in a bundle, may look the same.
  const start = text.lastIndexOf(`"${name}":[]`) + `"${name}":[`.length;
  const pieces = jsonPieces(text.slice(0, start), items, show, text.slice(start));
  return items.length > MOST_AT_ONCE ? { status: 200, pieces } : ok(JSON.parse([...pieces].join('')));
}

function* jsonPieces<Item>(
  before: string,
  items: readonly Item[],
  show: (item: Item) => unknown,
  behind: string,
): Generator<string, void> {
  let piece = before;
  for (const [at, item] of items.entries()) {
    piece += `${at === 0 ? '' : ','}${JSON.stringify(show(item))}`;
    if (piece.length < PIECE) continue;
    yield piece;
    piece = '';
  }
  yield piece + behind;
}
