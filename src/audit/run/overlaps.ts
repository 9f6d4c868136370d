/** Overlaps: which calls arrive while another call is open, as a run with late responses shows. */

import type { ObservedSandbox, TestCase } from '../../emulator/injection/trail.js';
import { respondedAt } from '../../emulator/judge/exchanges.js';
import { hasLeft } from '../../emulator/journal/outcome.js';
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

/** What happens while a call is open because its response is late. */
export interface Overlap {
  /** The calls of the same test that arrive, in order. */
  readonly later: readonly LaterCall[];
  /** Whether the client goes on without the response: it leaves, or does what it usually does after a pause. */
  readonly isLeftBehind: boolean;
}

/** The calls of a baseline that something overlaps. */
export type Overlaps = ReadonlyMap<Call, Overlap>;

/** By how much late responses may prolong a run with sequential calls, in milliseconds. */
const MOST_PROLONGING = 12_000;
/** How late a response is at most, and at least, in milliseconds. */
const LONGEST_DELAY = 1_500;
const SHORTEST_DELAY = 40;
/** How long a client does nothing at least when it waits for a person, in milliseconds. */
const SHORTEST_PAUSE = 40;

/** What the runs without faults have shown of a command: sandboxes by their keys, and the duration in milliseconds. */
interface UsualRun {
  readonly command: readonly string[];
  readonly sandboxes: ReadonlyMap<string, ObservedSandbox & { readonly calls: readonly Call[] }>;
  readonly duration: number;
  readonly cases: readonly TestCase[];
}

/** Runs the command once, with late responses. */
export async function surveyOverlaps(runs: Runs, { command, sandboxes, duration, cases }: UsualRun): Promise<Overlaps> {
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
  const overlaps = new Map<Call, Overlap>();

  for (const [key, usual] of sandboxes) {
    const { calls } = usual;
    const sandbox = run.sandboxes.find((each) => each.key === key);
    if (sandbox === undefined) continue;

    const surveyed = callsInTests(sandbox, run.cases);
    // The order of calls may differ between runs. The nth of several equal calls of a test is matched with the nth of
    // the baseline.
    const usualCall = (call: Call): Call | undefined => {
      const isEqual = isLike(call);
      const place = surveyed.filter(isEqual).indexOf(call);
      return calls.filter(isEqual)[place];
    };

    const seen = new Set(surveyed.map(usualCall));
    for (const call of surveyed) {
      const counterpart = usualCall(call);
      const later = surveyed
        .filter((other) => isOpenAt(call, other))
        .map((other) => {
          const known = usualCall(other);
          return { ...(known ?? other), gap: gapBetween(call, other), isExtra: known === undefined };
        });
      if (counterpart === undefined) continue;

      // An equal call that is not sent shares the response to the call that is open, or goes without its token.
      const isShared = calls.some((other) => dependsOn(counterpart, other) && !seen.has(other));
      const usualRest = restOfTest(counterpart, usual, cases);
      const rest = restOfTest(call, sandbox, run.cases);
      const isOver = usualRest > SHORTEST_PAUSE && rest < usualRest / 2;
      const isLeftBehind = isShared || isOver || hasGoneOn(call, counterpart, later);
      if (later.length > 0 || isLeftBehind) overlaps.set(counterpart, { later, isLeftBehind });
    }
  }

  return overlaps;
}

/** Milliseconds from the response to a call until its test ends; less than 0 if no runner reports the test. */
function restOfTest({ test, exchange }: Call, { times }: ObservedSandbox, cases: readonly TestCase[]): number {
  const ended = cases.find(({ name }) => name === test)?.ended ?? 0;
  return ended - times.get(exchange.id)! - (exchange.duration ?? 0);
}

/** Whether the client leaves a call, or sends a call meanwhile that it usually sends some time after the response. */
function hasGoneOn({ exchange }: Call, usual: Call, later: readonly LaterCall[]): boolean {
  const answered = respondedAt(usual.exchange) ?? Infinity;
  const isAfterPause = (other: LaterCall): boolean =>
    !other.isExtra && other.exchange.received - answered > SHORTEST_PAUSE;
  return hasLeft(exchange.response.ending) || later.some(isAfterPause);
}

/** Milliseconds from the arrival of a call to that of another. */
export function gapBetween(call: Call, other: Call): number {
  return other.exchange.received - call.exchange.received;
}

/** Whether another call may use the response to a call: it asks for the same, or needs the token that is issued. */
function dependsOn(call: Call, other: Call): boolean {
  const token = call.exchange.issuedToken?.id;
  return isLike(call)(other) || (token !== undefined && other.exchange.accessToken?.id === token);
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
