/** Long computations of requests: done one after another, in short steps, before the moment of the request. */

import type { Steps } from '../../common/steps.js';
import { endOfTurn } from '../../common/platform/end-of-turn.js';

export class LongWork {
  #last: Promise<unknown> = Promise.resolve();

  /**
   * Does the work when all work before it is done. Other requests are served between its steps.
   * @param start called when it is this work's turn; undefined if by then there is nothing left to do
   * @param isWanted whether somebody still waits for the work; if not, it is given up
   * @returns whether the work is done
   */
  run(start: () => Steps<unknown> | undefined, isWanted: () => boolean): Promise<boolean> {
    const turn = this.#last.then(() => doInSteps(start, isWanted));
    this.#last = turn.catch(() => undefined);
    return turn;
  }
}

async function doInSteps(start: () => Steps<unknown> | undefined, isWanted: () => boolean): Promise<boolean> {
  // The server learns of a client that has gone only when it gets to read from its connection.
  await endOfTurn();
  const steps = isWanted() ? start() : undefined;
  while (isWanted()) {
    if (steps === undefined || steps.next().done === true) return true;
    await endOfTurn();
  }
  return false;
}
