/** Long work of the control plane, in steps: nobody waits long for another's report. */

import { jsonPieces } from '../../../common/json-pieces.js';
import { inTurns } from '../../../common/platform/in-turns.js';
import type { Steps } from '../../../common/steps.js';
import { ok, type ControlResponse } from './endpoint.js';
import { Problem } from '../problem.js';

/**
 * Does the steps. Other requests are served in between.
 * @param isWanted whether somebody still waits for the result
 * @throws Problem 503 if nobody does
 */
export function inSteps<Result>(steps: Steps<Result>, isWanted: () => boolean): Promise<Result> {
  return inTurns(steps, () => {
    if (!isWanted()) throw new Problem(503, 'Given up', 'The client has left before the report was made.');
  });
}

/** A list of up to this many items is written at once. */
const MOST_AT_ONCE = 50;

/** A response with a list, which is written in {@link jsonPieces} if it is long. */
export function inPieces<Item>(...list: Parameters<typeof jsonPieces<Item>>): ControlResponse {
  const pieces = jsonPieces(...list);
  return list[2].length > MOST_AT_ONCE ? { status: 200, pieces } : ok(JSON.parse([...pieces].join('')));
}
