/** The pauses of a client between equal requests: whether they grow, and whether the client is still pausing. */

import { pauseBetween, retryAfterOf } from '../../emulator/judge/exchanges.js';
import { requestInAnyRun } from '../../emulator/judge/same-request.js';
import type { Facts } from './facts.js';

/** The pauses between equal requests, in milliseconds. */
function pausesIn({ met, identity }: Facts): number[] {
  const equal = met.filter((exchange) => requestInAnyRun(exchange) === identity);
  return equal.slice(1).map((later, index) => pauseBetween(equal[index]!, later));
}

/** Whether the last pause between equal requests is much longer than the first one. */
export function havePausesGrown(facts: Facts): boolean {
  const [first = Infinity, ...others] = pausesIn(facts);
  return (others.at(-1) ?? 0) > 2 * first;
}

/** Whether the client may still pause before its next attempt: because it was asked to, or because its pauses grow. */
export function isPausing(facts: Facts): boolean {
  const { met, times, run } = facts;
  const last = met.at(-1)!;
  const began = Math.min(...run.sandboxes.flatMap((sandbox) => [...sandbox.times.values()]));
  // The run began about when the first exchange was recorded.
  const idle = began + run.duration - times.get(last.id)!;
  // A pause that doubles, with jitter, is at most three times as long as the one before.
  const nextPause = havePausesGrown(facts) ? 3 * pausesIn(facts).at(-1)! : 0;

  return idle < Math.max(retryAfterOf(last) ?? 0, nextPause);
}
