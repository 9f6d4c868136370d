/** Runs beside those of an audit: an outage without end, and an emulator in disguise. */

import { runWith } from '../audit-in-progress.js';
import { canaryOf, endOf } from '../canary.js';
import { classify } from '../classify/classify.js';
import type { Observation } from '../classify/observation.js';
import type { PlanEntry } from '../plan/plan.js';
import type { ReportedFinding } from '../report/report.js';
import type { Disguise } from '../run/audited-command.js';
import type { CheckInProgress } from './check-in-progress.js';
import type { Evidence, Verdict } from './evidence.js';
import { repeatOf } from './judge-cells.js';

/** What an outage without end shows, if the tests of the report noticed it. */
export async function ofCanary(
  { canary: before, what }: ReportedFinding,
  entry: PlanEntry,
  check: CheckInProgress,
): Promise<readonly Evidence[]> {
  const canary = before === undefined || before === 'passed' ? undefined : canaryOf(entry, check);
  if (canary === undefined) return [];

  const end = check.runs.mayGoOn() ? await endOf(canary, check) : undefined;
  const repeat = repeatOf(canary, { command: check.baseline.command, reaction: 'gave up' }, check);
  const shown = (verdict: Verdict, seen: string): readonly Evidence[] => {
    return [{ part: 'canary', verdict, what: `In an outage without end, ${seen}.`, run: check.made.length, repeat }];
  };
  const wasHung = before !== 'failed';
  if (end === undefined) return shown('cannot be told', 'no call met it');
  if (end === 'failed') return shown('fixed', 'the failure is reported');
  if (end === 'passed') return shown('new', 'the test passes: the failure is swallowed');
  if (end === 'slowing' && !wasHung) return shown('cannot be told', 'the client still sent when the time was over');
  if (!wasHung) return shown('new', 'the command did not end');
  return shown(what.endsWith(': hung') ? 'still' : 'fixed', 'the command did not end, as before');
}

/** Whether the client reacts in the same way beside an emulator that looks different. */
export async function ofDisguise(
  entry: PlanEntry,
  { reaction }: Observation,
  check: CheckInProgress,
): Promise<Evidence> {
  const shown = (verdict: Verdict, what: string): Evidence => {
    return { part: 'disguise', verdict, what, run: check.made.length };
  };
  for (const disguise of ['whole', 'headers'] as const) {
    const seen = await reactionIn(disguise, entry, check);
    // The command may have addresses or credentials of its own, so that it meets nothing.
    if (seen === undefined) continue;
    // Beside other faults, a run may show less.
    const usual = seen === reaction ? seen : await reactionIn(undefined, entry, check);
    if (seen === usual) return shown('fixed', `The reaction is the same in disguise (${disguise}): ${seen}.`);
    return shown('recognised the emulator', `In disguise (${disguise}), the reaction is another one: ${seen}.`);
  }
  return shown('cannot be told', 'No call met the fault in disguise.');
}

/** The reaction to the fault alone; undefined if no call met it, or if there are no more runs. */
async function reactionIn(
  disguise: Disguise | undefined,
  entry: PlanEntry,
  check: CheckInProgress,
): Promise<string | undefined> {
  const { baseline, runs } = check;
  if (!runs.mayGoOn()) return undefined;

  const run = await runWith([entry], check, baseline.command, disguise);
  const { observations } = classify({ run, baseline, entries: [entry], isAlone: true, isOnlyOne: true });
  const { met = [], reaction } = observations.get(entry) ?? {};
  return met.length === 0 ? undefined : reaction;
}
