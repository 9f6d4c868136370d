/**
 * The canary: an outage without end at the call of a finding. A client that swallows failures passes there, and one
 * that repeats without end does not stop. A few failures would not tell: a client may repeat until they are over.
 */

import { requestInAnyRun } from '../emulator/judge/same-request.js';
import { formatInjection } from '../emulator/injection/injection.js';
import type { Exchange } from '../emulator/journal/exchange.js';
import { type AuditInProgress, runWith } from './audit-in-progress.js';
import { factsOf } from './classify/facts.js';
import { faultClasses } from './expectations/fault-classes.js';
import type { FaultFinding } from './findings/findings.js';
import type { CanaryEnd } from './outcome.js';
import { placeIn, type PlanEntry } from './plan/plan.js';

type Running = Pick<AuditInProgress, 'runs' | 'baseline'>;

/** More failures than any client meets in a run. */
const ENDLESS = 1_000_000;
const OUTAGE = `server-error;times=${ENDLESS}`;

/** The findings with their canaries, at each call once. Calls that overlap and killed commands have none. */
export async function withCanaries(findings: readonly FaultFinding[], audit: Running): Promise<FaultFinding[]> {
  const known = new Map<string, CanaryEnd | undefined>();
  const shown: FaultFinding[] = [];
  const unknown = (error: unknown): undefined => {
    audit.runs.endBecause(error);
    return undefined;
  };
  for (const finding of findings) {
    const canary = canaryOf(finding.entry, audit);
    // They are few, so that they need no part of a budget.
    const isWanted = canary !== undefined && !known.has(canary.id) && !audit.runs.interrupted.aborted;
    if (isWanted) known.set(canary.id, await endOf(canary, audit).catch(unknown));

    const end = known.get(canary?.id ?? '');
    shown.push(end === undefined ? finding : { ...finding, canary: end });
  }
  return shown;
}

/** The call of an entry with an outage without end in place of the fault; undefined if calls overlap or are killed. */
export function canaryOf(
  { call, kind, fault, injections }: PlanEntry,
  { baseline }: Running,
  selection = OUTAGE,
): PlanEntry | undefined {
  if (fault.schedule !== undefined || fault.meanwhile !== undefined) return undefined;

  const lasting = faultClasses().find(({ id }) => id === 'lasting-error')!;
  const at = placeIn(baseline.sandboxes.get(call.sandbox)!, call);
  const injection = { at, ...injections[0], selection };
  return { id: formatInjection(injection), call, kind, fault: lasting, injections: [injection] };
}

/** The canaries of a check: a client may repeat after 429 without end, and give up after other failures. */
export function canariesOf(entry: PlanEntry, audit: Running): PlanEntry[] {
  const { selection } = entry.injections[0];
  const lasting = selection.replace(/\bburst=\d+/, `burst=${ENDLESS}`);
  const selections = lasting === selection ? [OUTAGE] : [OUTAGE, lasting];
  return selections.flatMap((each) => canaryOf(entry, audit, each) ?? []);
}

/** Makes the run of a canary. @returns undefined if no call met it */
export async function endOf(canary: PlanEntry, audit: Running): Promise<CanaryEnd | undefined> {
  const run = await runWith([canary], audit);
  const [facts] = factsOf({ run, baseline: audit.baseline, entries: [canary], isAlone: true, isOnlyOne: true });
  const { met, testCase, hasFailed, hasHung } = facts!;
  if (met.length === 0 || run.wasEnded) return undefined;

  // Another test may still send when the time of the run is over.
  if (hasHung && testCase === undefined) return pausesGrow(met) ? 'slowing' : 'hung';
  return (testCase?.passed ?? !hasFailed) ? 'passed' : 'failed';
}

/** Whether the last pause between equal requests is much longer than the first one. */
function pausesGrow(met: readonly Exchange[]): boolean {
  const own = met.filter((exchange) => requestInAnyRun(exchange) === requestInAnyRun(met[0]!));
  const pauses = own.slice(1).map(({ received }, at) => received - own[at]!.received);
  return pauses.length > 1 && pauses.at(-1)! > 1.5 * pauses[0]!;
}
