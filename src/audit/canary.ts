/**
 * The canary: an outage without end at the call of a finding. There, a client that swallows failures passes, and a
 * client that repeats without end does not stop. A few failures would show neither: a client may repeat its request
 * until they are over.
 */

import type { Contract } from '../contract/contract.js';
import { formatInjection } from '../emulator/injection/injection.js';
import { observeAlone, type Running } from './audit-in-progress.js';
import { havePausesGrown } from './classify/pauses.js';
import type { PlanContext } from './expectations/fault-class.js';
import { faultClasses, lastingLike } from './expectations/fault-classes.js';
import type { FaultFinding } from './findings/findings.js';
import { placeIn, type PlanEntry, selectionFor } from './plan/plan.js';
import type { CanaryEnd } from './audit-types.js';

/** More failures than any client meets in a run. */
const ENDLESS = 1_000_000;
const OUTAGE = `server-error;times=${ENDLESS}`;
/** More calls than a client without a mistake repeats. */
const MANY_CALLS = 30;
/** Matches the parameter of a selection that says after how many failures the scenario ends. */
const LIMIT = /\b(times|burst)=\d+/;

/** The findings with their canaries, one for each call. Calls that overlap and killed commands have no canary. */
export async function withCanaries(findings: readonly FaultFinding[], audit: Running): Promise<FaultFinding[]> {
  const ends = new Map<string, CanaryEnd | undefined>();
  const withEnds: FaultFinding[] = [];

  for (const finding of findings) {
    const canary = canaryOf(finding.entry, audit);
    // Canaries are few, so they are run even if the budget is used up.
    const isNew = canary !== undefined && !ends.has(canary.id) && !audit.runs.interrupted.aborted;
    try {
      if (isNew) ends.set(canary.id, await endOf(canary, audit));
    } catch (error) {
      audit.runs.endBecause(error);
    }

    const end = canary && ends.get(canary.id);
    withEnds.push(end === undefined ? finding : { ...finding, canary: end });
  }

  return withEnds;
}

/** The call of an entry with an outage without end in place of the fault; undefined if calls overlap or are killed. */
function canaryOf(entry: PlanEntry, { baseline }: Running, selection = OUTAGE): PlanEntry | undefined {
  const { call, kind, fault, injections } = entry;
  if (fault.schedule !== undefined || fault.meanwhile !== undefined) return undefined;

  const lasting = faultClasses().find(({ id }) => id === 'lasting-error')!;
  const at = placeIn(baseline.sandboxes.get(call.sandbox)!, call);
  const injection = { at, ...injections[0], selection };
  // A scenario without such a parameter affects one call. Each further injection affects the repetition of the request.
  const further = LIMIT.test(selection) ? [] : Array.from({ length: MANY_CALLS }, () => injection);

  return { id: formatInjection(injection), call, kind, fault: lasting, injections: [injection, ...further] };
}

/**
 * The canaries of a check: the usual outage, and the failure of the finding without end. A client may repeat without
 * end after that failure alone.
 */
export function canariesOf(entry: PlanEntry, audit: Running, contract: Contract): PlanEntry[] {
  const selections = new Set([OUTAGE, endlessFailure(entry, { ...audit, contract })]);
  return [...selections].flatMap((selection) => canaryOf(entry, audit, selection) ?? []);
}

/**
 * The failure of an entry without end. {@link OUTAGE} if that failure cannot last, or if the fault is no failure: other
 * data, or a body of which nothing can be used.
 */
function endlessFailure(
  { call, kind, fault, injections: [first] }: PlanEntry,
  { baseline, contract }: Running & Pick<PlanContext, 'contract'>,
): string {
  const { calls } = baseline.sandboxes.get(call.sandbox)!;
  const lasting = lastingLike(fault);
  const selection = lasting ? selectionFor({ fault: lasting, call, kind }, { contract, calls }) : first.selection;
  const isFailure = !fault.changesData && fault.spoils !== true;
  const canLast = LIMIT.test(selection) || fault.trouble === 'pause';

  return isFailure && canLast ? selection.replace(LIMIT, `$1=${ENDLESS}`) : OUTAGE;
}

/** Makes the run of a canary. @returns how its test or the command ended; undefined if no call met the outage */
export async function endOf(canary: PlanEntry, audit: Running): Promise<CanaryEnd | undefined> {
  const { facts } = await observeAlone(canary, audit);
  const { met, testCase, hasFailed, hasHung, run } = facts;
  if (met.length === 0 || run.wasEnded) return undefined;

  // Another test may still send when the time of the run is over.
  if (hasHung && testCase === undefined) return havePausesGrown(facts) ? 'slowing' : 'hung';

  return (testCase?.passed ?? !hasFailed) ? 'passed' : 'failed';
}
