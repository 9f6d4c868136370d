/** The pauses of a client between equal requests: whether they grow, and how many requests one test has sent. */

import { pauseBetween, retryAfterOf } from '../../emulator/judge/exchanges.js';
import { requestInAnyRun } from '../../emulator/judge/same-request.js';
import type { Facts } from './facts.js';

/** The pauses between the requests with the fault that are equal, in milliseconds. */
function pausesIn({ met, identity }: Pick<Facts, 'met' | 'identity'>): number[] {
  const equal = met.filter((exchange) => requestInAnyRun(exchange) === identity);
  return equal.slice(1).map((later, index) => pauseBetween(equal[index]!, later));
}

/**
 * How often the test that met the fault, or the command, sent the request. If no test is known, the next one begins
 * where a pause is much shorter than the one before.
 */
export function attemptsIn({ met, ofTest, identity, testCase }: Facts): number {
  const metInTest = met.filter((exchange) => ofTest.includes(exchange));
  const sent = metInTest.filter((exchange) => requestInAnyRun(exchange) === identity);
  if (testCase !== undefined) return sent.length;

  const pauses = pausesIn({ met: metInTest, identity });
  const nextTest = pauses.findIndex((pause, at) => pause < pauses[at - 1]! / 2);

  return nextTest > 0 ? nextTest + 1 : sent.length;
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
