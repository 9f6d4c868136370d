/** Long work in turns of the event loop: nobody waits long for it. */

import type { Steps } from '../steps.js';
import { turnOfItsOwn } from './end-of-turn.js';

/** Others are served after this time. */
const TURN_MILLISECONDS = 4;

/** Does steps until others are served. @returns the last of them */
export function duringTurn<Result>(steps: Steps<Result>): IteratorResult<undefined, Result> {
  const until = performance.now() + TURN_MILLISECONDS;
  for (;;) {
    const step = steps.next();
    if (step.done === true || performance.now() >= until) return step;
  }
}

/**
 * Does the steps. Others are served in between.
 * @param check called before each turn; what it throws ends the work
 */
export async function inTurns<Result>(steps: Steps<Result>, check: () => void = () => undefined): Promise<Result> {
  for (;;) {
    await turnOfItsOwn();
    check();

    const step = duringTurn(steps);
    if (step.done === true) return step.value;
  }
}
