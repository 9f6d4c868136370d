/** Overlaps: which calls arrive while another call is open, as a run with late responses shows. */

import { respondedAt } from '../../emulator/judge/exchanges.js';
import type { Call } from './calls.js';
import type { Runs } from './runs.js';
import { withoutRunnerLimit } from './test-runners.js';
import { callsInTests } from './tests.js';

/** A call that arrives while an earlier call is open: its response has not been sent. */
export interface LaterCall extends Call {
  /** Milliseconds from the arrival of the earlier call. */
  readonly gap: number;
  /** Whether the runs without faults had no such call: only late responses cause it. */
  readonly isExtra: boolean;
}

/** Calls of a baseline. Each has the calls of the same test that arrive while it is open. */
export type Overlaps = ReadonlyMap<Call, readonly LaterCall[]>;

/** By how much late responses may prolong a run with sequential calls, in milliseconds. */
const MOST_PROLONGING = 12_000;
/** How late a response is at most, and at least, in milliseconds. */
const LONGEST_DELAY = 1_500;
const SHORTEST_DELAY = 40;

/** What the runs without faults have shown of a command: sandboxes by their keys, and the duration in milliseconds. */
interface UsualRun {
  readonly command: readonly string[];
  readonly sandboxes: ReadonlyMap<string, { readonly calls: readonly Call[] }>;
  readonly duration: number;
}

/** Runs the command once, with late responses. */
export async function surveyOverlaps(runs: Runs, { command, sandboxes, duration }: UsualRun): Promise<Overlaps> {
  const { length: callCount } = [...sandboxes.values()].flatMap(({ calls }) => calls);
  // The more calls, the shorter the delay, so that sequential calls take no longer than the bound in all.
  const delay = Math.round(Math.max(SHORTEST_DELAY, Math.min(LONGEST_DELAY, MOST_PROLONGING / callCount)));
  const selection = `latency;from="${delay}ms";to="${delay}ms"`;
  const run = await runs.run({
    // Late responses must not make a test run into the limit of its runner.
    command: withoutRunnerLimit(command) ?? command,
    injections: [{ selection }],
    usualDuration: duration,
    wait: delay * callCount,
  });
  const overlaps = new Map<Call, readonly LaterCall[]>();

  for (const [key, { calls }] of sandboxes) {
    const sandbox = run.sandboxes.find((each) => each.key === key);
    const surveyed = sandbox === undefined ? [] : callsInTests(sandbox, run.cases);
    // The order of calls may differ between runs. The nth of several equal calls of a test is matched with the nth of
    // the baseline.
    const usualCall = (call: Call): Call | undefined => {
      const isEqual = isLike(call);
      const place = surveyed.filter(isEqual).indexOf(call);
      return calls.filter(isEqual)[place];
    };

    for (const call of surveyed) {
      const counterpart = usualCall(call);
      const later = surveyed
        .filter((other) => isOpenAt(call, other))
        .map((other) => {
          const usual = usualCall(other);
          return { ...(usual ?? other), gap: gapBetween(call, other), isExtra: usual === undefined };
        });
      if (counterpart !== undefined && later.length > 0) overlaps.set(counterpart, later);
    }
  }

  return overlaps;
}

/** Milliseconds from the arrival of a call to that of another. */
export function gapBetween(call: Call, other: Call): number {
  return other.exchange.received - call.exchange.received;
}

/** Whether another call of the same test asks for the same. */
export function isLike({ identity, test }: Call): (call: Call) => boolean {
  return (other) => other.identity === identity && other.test === test;
}

/**
 * Whether another call of the same test arrives before the response to this call, or repeats it after the client left.
 */
function isOpenAt({ exchange, test, identity }: Call, other: Call): boolean {
  const { id, received } = other.exchange;
  // Without a response, nobody knows when the client left. A repetition shows that the client no longer waited.
  const until = respondedAt(exchange) ?? (other.identity === identity ? Infinity : 0);
  return test === other.test && id > exchange.id && received < until;
}
