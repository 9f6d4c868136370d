/** Controls: further runs that take a wrong reaction back, or show that a client answers wrongly. */

import { offencesOfExperiment } from '../emulator/judge/judge.js';
import { type AuditInProgress, printedCommand, runWith } from './audit-in-progress.js';
import { classify } from './classify/classify.js';
import type { Classification, Observation } from './classify/observation.js';
import { isAlike } from './classify/wrong-answer.js';
import { type PlanEntry, negativeOf } from './plan/plan.js';

/** Rules that a client may break by chance, as the calls of its parts come together. */
const OF_TIME: ReadonlySet<string> = new Set(['one-token-request', 'reuse-token']);
/** Runs without a fault that have to show no such thing before a fault is blamed. */
const RUNS_WITHOUT = 3;

/** What a run shows of a fault that was alone, after the controls. @param seen what an earlier run has shown */
export async function controlled(
  entry: PlanEntry,
  shown: Classification,
  audit: AuditInProgress,
  seen: Observation | undefined,
): Promise<Classification> {
  const answered = await withNegative(entry, shown, audit);
  if (seen !== undefined) return answered;
  return await withControl(entry, await withoutChance(entry, answered, audit), audit);
}

/** Shows a wrong answer: a client that gave up, and told its caller what it tells after a true negative. */
async function withNegative(entry: PlanEntry, shown: Classification, audit: AuditInProgress): Promise<Classification> {
  const observation = shown.observations.get(entry);
  const negative = observation?.got === undefined ? undefined : negativeOf(entry, audit.catalogue);
  if (observation?.got === undefined || negative === undefined) return shown;

  const answer = JSON.stringify([entry.call.operation, observation.metIn, observation.compared]);
  if (!audit.answers.has(answer)) {
    const run = await runWith([negative], audit, printedCommand(entry, observation, audit.baseline));
    audit.answers.set(answer, isAlike(observation, run));
  }
  if (audit.answers.get(answer) === false) return shown;

  const { reaction, what, cause: _cause, ...rest } = observation;
  const wrong: Observation = {
    ...rest,
    reaction: 'wrong result',
    what: `The client answered ${observation.got}, as it does if there is none. Its caller cannot tell an outage from an answer.`,
    remedy: 'Report the failure: raise or return an error, and no empty result.',
    beside: { reaction, what },
    negative,
  };
  return { ...shown, observations: new Map([[entry, wrong]]) };
}

/** Takes back that the fault makes the client break a rule which depends on time, if that happens without it, too. */
async function withoutChance(entry: PlanEntry, shown: Classification, audit: AuditInProgress): Promise<Classification> {
  const observation = shown.observations.get(entry);
  const rule = observation?.cause ?? '';
  if (observation === undefined || !OF_TIME.has(rule)) return shown;

  for (let left = RUNS_WITHOUT; left > 0 && !audit.byChance.has(rule); left -= 1) {
    const { sandboxes } = await runWith([], audit);
    const isBroken = sandboxes.some(({ exchanges }) =>
      offencesOfExperiment(exchanges).some(({ rule: { id } }) => id === rule),
    );
    if (isBroken || left === 1) audit.byChance.set(rule, isBroken);
  }
  if (audit.byChance.get(rule) === false) return shown;

  const what = `It happens without the fault, too. ${observation.what}`;
  return { ...shown, observations: new Map([[entry, { ...observation, reaction: 'not observed', what, met: [] }]]) };
}

/** Takes back a wrong reaction to calls that overlap, if the client reacts like that to its control, too. */
async function withControl(entry: PlanEntry, shown: Classification, audit: AuditInProgress): Promise<Classification> {
  const { control } = entry;
  const observation = shown.observations.get(entry);
  if (control === undefined || observation === undefined || audit.isRight(entry, observation)) return shown;
  const run = await runWith([control], audit, printedCommand(entry, observation, audit.baseline));
  if (run.wasEnded) return { observations: new Map(), suspects: [] };
  const classified = classify({ run, baseline: audit.baseline, entries: [control], isAlone: true, isOnlyOne: true });
  const seen = classified.observations.get(control)!;
  // What needs the overlap may not happen at all.
  const isAbsent = seen.met.length === 0 && run.exitCode === 0;
  if (isAbsent || (seen.reaction !== 'not observed' && audit.isRight(control, seen))) return shown;
  const what = `The same waits without the overlap show it, too: ${seen.reaction}. ${seen.what}`;
  return { ...shown, observations: new Map([[entry, { ...observation, reaction: 'not observed', what, met: [] }]]) };
}
