/** Runs that only a check makes: an outage without end (the canary), and an emulator in disguise. */

import { observeAlone } from '../audit-in-progress.js';
import { canariesOf, endOf } from '../canary.js';
import { isLost } from '../classify/facts.js';
import type { Observation } from '../classify/observation.js';
import type { DecidedEntry } from '../outcome.js';
import type { PlanEntry } from '../plan/plan.js';
import type { Disguise } from '../run/audited-command.js';
import type { CheckInProgress } from './check-in-progress.js';
import { type Judged, judged, repeatOf } from './judge-cells.js';
import type { CanaryEnd, CheckVerdict, Evidence, ReportedFinding } from '../audit-types.js';

/** What outages without end show, if the tests noticed such an outage in the audit. */
export async function canaryEvidence(
  finding: ReportedFinding,
  { entry, observation }: DecidedEntry,
  check: CheckInProgress,
): Promise<readonly Evidence[]> {
  // Tests that passed in an outage do not look, so that another outage shows nothing.
  if (finding.canary === undefined || finding.canary === 'passed') return [];

  const evidence: Evidence[] = [];
  for (const canary of canariesOf(entry, check, check.options.contracts.base)) {
    const end = check.runs.mayGoOn() ? await endOf(canary, check) : undefined;
    const shown = judgedEnd(end, finding, observation);
    const what = `In an outage without end, ${shown.what}.`;
    const repeat = repeatOf(canary, { reaction: 'gave up', what: '' }, check);
    evidence.push({ part: 'canary', verdict: shown.verdict, what, run: check.runs.usage.runs, repeat });
  }

  return evidence;
}

/** What the end of an outage shows. @returns the verdict, and a part of a sentence */
function judgedEnd(end: CanaryEnd | undefined, { canary, reaction }: ReportedFinding, { facts }: Observation): Judged {
  if (end === undefined) return judged('cannot be told', 'no call met it');
  if (end === 'failed') return judged('fixed', 'the failure is reported');
  if (end === 'passed') return judged(isLost(facts) ? 'still' : 'new', 'the test passes: the failure is swallowed');
  // The command did not end in an outage before, either. That decides only a finding that the command hangs.
  if (canary !== 'failed') return judged(reaction === 'hung' ? 'still' : 'fixed', 'the command did not end, as before');
  if (end === 'slowing') return judged('cannot be told', 'the client still sent when the time was over');

  return judged('new', 'the command did not end');
}

/** Whether the client reacts in the same way to an emulator that looks different. */
export async function disguiseEvidence(
  { entry, observation: { reaction } }: DecidedEntry,
  check: CheckInProgress,
): Promise<Evidence> {
  const shown = (verdict: CheckVerdict, what: string): Evidence => {
    return { part: 'disguise', verdict, what, run: check.runs.usage.runs };
  };

  for (const disguise of ['whole', 'headers'] as const) {
    const inDisguise = await reactionIn(entry, check, disguise);
    // A command with addresses or credentials of its own does not reach the fault in this disguise.
    if (inDisguise === undefined) continue;

    // Beside other faults, a run may show less.
    const undisguised = inDisguise === reaction ? inDisguise : await reactionIn(entry, check);
    if (undisguised === undefined) return shown('cannot be told', 'No call met the fault without a disguise.');
    if (inDisguise === undisguised)
      return shown('fixed', `The reaction is the same in disguise (${disguise}): ${inDisguise}.`);

    return shown('recognised the emulator', `In disguise (${disguise}), the reaction is another one: ${inDisguise}.`);
  }

  return shown('cannot be told', 'No call met the fault in disguise.');
}

/** The reaction to the fault alone; undefined if no call met it, or if there are no more runs. */
async function reactionIn(entry: PlanEntry, check: CheckInProgress, disguise?: Disguise): Promise<string | undefined> {
  if (!check.runs.mayGoOn()) return undefined;

  const { facts, reaction } = await observeAlone(entry, check, { disguise });
  const { met, exchanges } = facts;
  // A command with credentials of its own gets no access token.
  const isRefused = disguise === 'whole' && exchanges.every(({ issuedToken }) => issuedToken === undefined);

  return met.length === 0 || isRefused ? undefined : reaction;
}
