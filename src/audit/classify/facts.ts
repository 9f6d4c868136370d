/** What is known of a fault in a run when its reaction is looked for. */

import type { TestResult } from '../../emulator/injection/trail.js';
import type { Exchange } from '../../emulator/journal/exchange.js';
import type { BaselineSandbox } from '../baseline.js';
import { callsOf } from '../run/calls.js';
import type { PlanEntry } from '../plan/plan.js';
import type { ObservedRun } from '../run/run-command.js';
import { testAt } from '../run/test-windows.js';
import type { Reaction } from '../expectations/reaction.js';

/** A run with faults, beside the same sandbox without. */
export interface FaultedSandbox {
  readonly run: ObservedRun;
  readonly baseline: BaselineSandbox;
  /** What the command for the outcome prints without faults. */
  readonly usualOutcome?: string | undefined;
  /** What both runs without faults printed. */
  readonly usualOutputs: readonly string[];
  /** The faults of this sandbox. */
  readonly entries: readonly PlanEntry[];
  /** Whether other sandboxes of the run have no faults, so that the output shows this one's. */
  readonly isOnlyOne: boolean;
}

/** The facts about one of the faults. */
export interface Facts extends FaultedSandbox {
  readonly entry: PlanEntry;
  readonly exchanges: readonly Exchange[];
  /** When each exchange was recorded, by its number; milliseconds since 1970. */
  readonly times: ReadonlyMap<number, number>;
  /** The exchanges that met the fault. */
  readonly met: readonly Exchange[];
  /** Of the call that met the fault: calls that are sent at the same time come in any order. */
  readonly identity: string;
  /** Exchanges whose response a fault took away. */
  readonly disturbed: ReadonlySet<Exchange>;
  readonly test: TestResult | undefined;
  readonly hasFailed: boolean;
  /** Whether the time of the run was over before the command or the test had ended. */
  readonly hasHung: boolean;
}

/** A reaction, and what the client did as a sentence. */
export interface Found {
  readonly reaction: Reaction;
  readonly what: string;
  /** The rule of the judge that was broken. */
  readonly rule?: string;
}

/** Whether a response is an error, or did not come to its end. */
export function isFailure({ status, response }: Exchange): boolean {
  return status >= 400 || response.ending !== undefined;
}

/**
 * Whether the client is left without what it has asked for: the call succeeds without the fault, and has no undisturbed success
 * after it. Of a batch, see {@link FaultClass.lostItems}.
 */
export function isLost(facts: Facts): boolean {
  const { entry, met, exchanges, identity, disturbed, baseline, hasFailed, run, times } = facts;
  const [first] = met;
  // Tests that run in another order may bring another call to the fault than the one that was planned.
  const usual = baseline.calls.filter((call) => call.identity === identity);
  const counterparts = usual.length === 0 ? [entry.call] : usual;
  if (first === undefined || counterparts.every(({ exchange }) => isFailure(exchange))) return false;
  // A command that is started again may know that it need not ask.
  if (entry.fault.meanwhile === 'killed') return hasFailed;
  const own = testAt(times.get(first.id), run.cases);
  const later = exchanges.filter(
    // What other tests get is no success of the one that has failed.
    ({ id }) => id > met.at(-1)!.id && (own?.passed !== false || testAt(times.get(id), run.cases) === own),
  );
  if (entry.fault.lostItems !== undefined) return entry.fault.lostItems(first, later, counterparts[0]!.exchange) > 0;
  const isAbandoned = (exchange: Exchange): boolean =>
    entry.fault.breaks?.includes('connection') === true && exchange.duration === undefined;
  if (!met.every((exchange) => disturbed.has(exchange) || isAbandoned(exchange))) return false;
  const succeeded = (all: readonly Exchange[]): number =>
    callsOf({ key: baseline.key, exchanges: all }).filter(
      (call) => call.identity === identity && !disturbed.has(call.exchange) && !isFailure(call.exchange),
    ).length;
  if (succeeded(later) === 0) return true;
  // Where a test has failed, the same calls of other tests may be missing.
  return !hasFailed && succeeded(exchanges) < succeeded(baseline.exchanges);
}
