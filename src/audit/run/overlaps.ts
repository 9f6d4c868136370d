/** Overlaps: which calls arrive while another call is open, as a run with late responses shows. */

import type { ObservedSandbox, TestCase } from '../../emulator/injection/trail.js';
import { respondedAt } from '../../emulator/judge/exchanges.js';
import { hasLeft } from '../../emulator/journal/outcome.js';
import { groupBy } from '../../emulator/judge/series.js';
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
  /** The pause after which the client goes on without the response; undefined if it waits for the response. */
  readonly pause?: Pause | undefined;
}

/** The calls of a baseline that something overlaps. */
export type Overlaps = ReadonlyMap<Call, Overlap>;

/** A time in which no call of a test is open, as while a person does something. Milliseconds after another call. */
interface Pause {
  readonly from: number;
  readonly to: number;
  /** When the test ends, or sends its last call. */
  readonly end: number;
}

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
export async function surveyOverlaps(runs: Runs, usualRun: UsualRun): Promise<Overlaps> {
  const { command, sandboxes, duration } = usualRun;
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
    const usualEnds = endsOfTests(usual, usualRun.cases);
    const ends = endsOfTests(sandbox, run.cases);
    const pauses = groupBy(calls, ({ test = '' }) => test).flatMap((ofTest) => {
      const { test } = ofTest[0]!;
      return pausesIn(ofTest, usualEnds.get(test)).map((pause) => ({ ...pause, test }));
    });
    // The order of calls may differ between runs. The nth of several equal calls of a test is matched with the nth of
    // the baseline.
    const usualCall = (call: Call): Call | undefined => {
      const isEqual = isLike(call);
      const place = surveyed.filter(isEqual).indexOf(call);
      return calls.filter(isEqual)[place];
    };

    const seen = new Set(surveyed.map(usualCall));
    // An equal call that is not sent shares the response to the call that is open.
    const isMissing = (other: Call, call: Call): boolean => isLike(call)(other) && !seen.has(other);

    for (const call of surveyed) {
      const counterpart = usualCall(call);
      const later = surveyed
        .filter((other) => isOpenAt(call, other))
        .map((other) => {
          const usual = usualCall(other);
          return { ...(usual ?? other), gap: gapBetween(call, other), isExtra: usual === undefined };
        });
      if (counterpart === undefined) continue;

      const { received, duration: usualTime = 0 } = counterpart.exchange;
      const next = pauses.find(({ test, from }) => test === call.test && from >= received + usualTime);
      const joins = calls.some((other) => other.exchange.id > counterpart.exchange.id && isMissing(other, counterpart));
      const hasGoneOn = next !== undefined && (joins || isLeftBehind(call, next, { later, end: ends.get(call.test) }));
      const pause = hasGoneOn ? sinceArrival(next, received) : undefined;
      if (later.length > 0 || hasGoneOn) overlaps.set(counterpart, { later, pause });
    }
  }

  return overlaps;
}

/** When each test ended, by the clock of its exchanges, if a runner reports tests. */
function endsOfTests(
  { exchanges, times }: ObservedSandbox,
  cases: readonly TestCase[],
): Map<string | undefined, number> {
  // Exchanges are recorded at their responses. The one that was recorded soonest shows best how the clocks differ.
  const offset = Math.max(...exchanges.map(({ id, received }) => received - times.get(id)!));
  return new Map(cases.map(({ name, ended }) => [name, ended + offset]));
}

/**
 * The times in which no call was open, the last of which is after all calls, and may be short.
 * @param end when the test ended. Default: when it sent its last call
 */
function pausesIn(calls: readonly Call[], end = calls.at(-1)!.exchange.received): Pause[] {
  let openUntil = Infinity;
  const pauses: Pause[] = [];
  for (const { received, duration = 0 } of [...calls.map(({ exchange }) => exchange), { received: end }]) {
    if (received - openUntil > SHORTEST_PAUSE) pauses.push({ from: openUntil, to: received, end });
    openUntil = Math.max(openUntil === Infinity ? 0 : openUntil, received + duration);
  }

  return [...pauses, { from: openUntil, to: openUntil, end }];
}

/**
 * Whether the client goes on without the response to a call: it leaves, or it sends the call that usually comes after
 * the pause, or the pause at the end of its test is over when the response arrives.
 */
function isLeftBehind(
  { exchange }: Call,
  { from, to, end }: Pause,
  survey: { readonly later: readonly LaterCall[]; readonly end: number | undefined },
): boolean {
  if (hasLeft(exchange.response.ending)) return true;
  if (survey.later.some(({ isExtra, exchange: usual }) => !isExtra && usual.received >= to)) return true;

  const rest = (survey.end ?? Infinity) - (respondedAt(exchange) ?? Infinity);
  return to === end && Math.abs(rest) < (to - from) / 2;
}

/** The pause, counted from the arrival of a call. */
function sinceArrival({ from, to, end }: Pause, received: number): Pause {
  return { from: from - received, to: to - received, end: end - received };
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
