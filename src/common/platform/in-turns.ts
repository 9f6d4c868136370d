/** Long work in turns of the event loop: nobody waits long for it. */

import type { Steps } from '../steps.js';
import { turnOfItsOwn } from './end-of-turn.js';

/** The processor time of a turn. On a busy machine, little would get done in the same real time. */
const TURN_MILLISECONDS = 4;

/** Does the steps of one turn. @returns the last step, which may be the last of all */
export function duringTurn<Result>(steps: Steps<Result>): IteratorResult<undefined, Result> {
  const until = performance.now() + TURN_MILLISECONDS;
  const before = process.cpuUsage();
  for (;;) {
    const step = steps.next();
    // To read the processor time takes ten times as long, so it is read last.
    if (step.done === true || (performance.now() >= until && spentSince(before) >= TURN_MILLISECONDS)) return step;
  }
}

/** Milliseconds of processor time. */
function spentSince(before: NodeJS.CpuUsage): number {
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1_000;
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
