/** Long work in several turns of the event loop, so that requests do not wait long. */

import type { Steps } from '../steps.js';
import { turnOfItsOwn } from './end-of-turn.js';

/** The processor time of a turn. It is no real time, of which a busy machine leaves this process only a part. */
const TURN_MILLISECONDS = 4;

/** Does the steps of one turn. @returns the last step, which may be the last of all */
export function duringTurn<Result>(steps: Steps<Result>): IteratorResult<undefined, Result> {
  const until = performance.now() + TURN_MILLISECONDS;
  const before = process.cpuUsage();
  for (;;) {
    const step = steps.next();
    // To read the processor time takes ten times as long as to read the clock, so the clock is asked first.
    if (step.done === true || (performance.now() >= until && spentSince(before) >= TURN_MILLISECONDS)) return step;
  }
}

/** The processor time since a reading, in milliseconds. */
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
