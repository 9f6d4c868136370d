/** Overlaps: which calls arrive while another one is open, as a run with late responses shows. */

import { respondedAt } from '../../emulator/judge/exchanges.js';
import type { Baseline } from '../baseline.js';
import { type Call, callsOf } from './calls.js';
import type { ObservedRun } from './run-command.js';
import type { Runs } from './runs.js';
import { testAt } from './tests.js';

/** Calls of a baseline, each with those of its test that arrive while it is open. */
export type Overlaps = ReadonlyMap<Call, readonly Call[]>;

/** By how much longer late responses may make a run of calls in a row, in milliseconds. */
const LONGER = 6_000;
/** How late a response may be, in milliseconds: below the time limits of most clients. */
const LATEST = 400;
const EARLIEST = 40;

/** Runs the command once, with late responses. */
export async function surveyOverlaps(runs: Runs, { command, sandboxes, duration }: Baseline): Promise<Overlaps> {
  const all = [...sandboxes.values()].flatMap(({ calls }) => calls);
  const delay = Math.round(Math.max(EARLIEST, Math.min(LATEST, LONGER / all.length)));
  const selection = `latency;from="${delay}ms";to="${delay}ms"`;
  const run = await runs.run({ command, injections: [{ selection }], usual: duration, wait: delay * all.length });
  const overlaps = new Map<Call, readonly Call[]>();
  for (const { key, calls } of sandboxes.values()) {
    const surveyed = callsInTests(key, run);
    // The order of calls may differ: the nth call that asks for the same is the nth one.
    const usual = (call: Call): Call | undefined =>
      calls.filter(isLike(call))[surveyed.filter(isLike(call)).indexOf(call)];
    for (const call of surveyed) {
      const own = usual(call);
      const later = surveyed.filter((other) => isOpenAt(call, other)).map((other) => usual(other) ?? other);
      if (own !== undefined && later.length > 0) overlaps.set(own, later);
    }
  }
  return overlaps;
}

function callsInTests(key: string, { sandboxes, cases }: ObservedRun): Call[] {
  const sandbox = sandboxes.find((each) => each.key === key);
  if (sandbox === undefined) return [];
  return callsOf(sandbox).map((call) => ({ ...call, test: testAt(sandbox.times.get(call.exchange.id), cases)?.name }));
}

function isLike({ identity }: Call): (call: Call) => boolean {
  return (other) => other.identity === identity;
}

/** Whether a call of the same test arrives before the response to this one. */
function isOpenAt({ exchange, test }: Call, other: Call): boolean {
  const { id, received } = other.exchange;
  return test === other.test && id > exchange.id && received < (respondedAt(exchange) ?? 0);
}
