/** What the reactions of a mended client say: at the cells of a finding, and at its neighbours. */

import { type Observation, reactionsIn } from '../classify/observation.js';
import type { DecidedEntry, Outcome } from '../outcome.js';
import type { PlanEntry } from '../plan/plan.js';
import { repeatCommand } from '../report/repeat-command.js';
import type { ReportedEntry, ReportedFinding } from '../report/report.js';
import type { ObservedRun } from '../run/observe-run.js';
import type { CheckInProgress } from './check-in-progress.js';
import type { Evidence, Verdict } from './evidence.js';
import { cellId } from './selection.js';

type Judged = readonly [verdict: Verdict, what: string];

/** @param outcome undefined if no call of the command meets the fault any more */
export function cellEvidence(
  part: 'finding' | 'neighbour',
  { line, outcome, finding }: { line: ReportedEntry; outcome: Outcome | undefined; finding: ReportedFinding },
  check: CheckInProgress,
): Evidence {
  const { entry, observation = outcome?.like, reason = 'no call meets this fault any more' } = outcome ?? {};
  const isNeighbour = part === 'neighbour';
  const about = { part, cell: line.cell };
  if (entry === undefined || observation === undefined)
    return { ...about, verdict: isNeighbour ? 'fixed' : 'cannot be told', what: `Not compared: ${reason}.` };

  const seen = { entry, observation };
  const [verdict, what] = worse(seen, line, finding, check) ??
    (isNeighbour ? undefined : untold(seen, check)) ?? ['fixed', `${observation.reaction}, was ${line.reaction}.`];
  return { ...about, verdict, what, run: observation.run, repeat: repeatOf(entry, observation, check) };
}

/** How the client reacts worse than it should; undefined if it does not. */
function worse(
  { entry, observation }: DecidedEntry,
  line: ReportedEntry,
  { cells, canary }: ReportedFinding,
  { isRight, options }: CheckInProgress,
): Judged | undefined {
  const known = options.earlier.findings.flatMap((finding) => finding.cells);
  const wrong = reactionsIn(observation).filter((each) => !isRight(entry, each));
  const same = wrong.find(({ reaction }) => cells.includes(cellId(line.cell, reaction)));
  if (same !== undefined) return ['still', `${same.reaction}. ${same.what}`];

  const added = wrong.find(({ reaction }) => !known.includes(cellId(line.cell, reaction)));
  if (added !== undefined) return ['new', `${added.reaction}, was ${line.reaction}. ${added.what}`];

  // With other data, a test may not look at the difference. If a test passes in an outage, it never looked.
  const mayBeMissed = entry.fault.changesData || canary === 'passed' || line.reaction === 'test gap';
  if (observation.reaction !== 'test gap' || mayBeMissed) return undefined;
  return [canary === undefined ? 'cannot be told' : 'new', `The failure is swallowed. ${observation.what}`];
}

/** Why a run does not show that the finding is gone; undefined if it does. */
function untold({ entry, observation }: DecidedEntry, check: CheckInProgress): Judged | undefined {
  const { reaction, what, metIn, failedTest, run: number } = observation;
  const run = check.made[number - 1]!;
  const left = testLeftOut(run, check);
  if (left !== undefined) return ['tests changed', `The test "${left}" did not run with the fault.`];
  if (reaction === 'not observed' || (reaction === 'note' && failedTest !== undefined))
    return ['cannot be told', `${reaction}. ${what}`];

  const { tests, duration } = check.baseline;
  const own = run.cases.find(({ name }) => name === metIn);
  const took = own === undefined ? run.duration : own.ended - own.started;
  const usual = tests.find(({ name }) => own?.name === name)?.duration ?? duration;
  const most = usual + entry.fault.wait + check.options.limits.graceMs;
  const seconds = [took, most].map((each) => (each / 1_000).toFixed(1));
  return took <= most ? undefined : ['new', `It took ${seconds[0]} s, and may take ${seconds[1]} s.`];
}

/** A test of the report that a run skipped, or that a run without failures lacks. */
function testLeftOut({ cases, skipped = [], exitCode }: ObservedRun, check: CheckInProgress): string | undefined {
  const isLacking = (name: string): boolean =>
    exitCode === 0 && cases.length > 0 && cases.every((test) => test.name !== name);
  const names = check.options.earlier.tests.map(({ name }) => check.nameNow(name)!);
  return names.find((name) => name !== '' && (skipped.includes(name) || isLacking(name)));
}

const WITHOUT_FAULT = 'without-fault:';

/** Whether the client still breaks the rule of a finding without a fault. */
export function ruleEvidence({ id }: ReportedFinding, { baseline }: CheckInProgress): readonly Evidence[] {
  if (!id.startsWith(WITHOUT_FAULT)) return [];
  const rules = [...baseline.sandboxes.values()].flatMap(({ broken }) => broken);
  const broken = rules.find(({ rule }) => id === `${WITHOUT_FAULT}${rule}`);
  const verdict = broken === undefined ? 'fixed' : 'still';
  return [{ part: 'finding', verdict, what: broken?.title ?? 'The client keeps the rule.' }];
}

export function repeatOf(
  entry: PlanEntry,
  observation: Pick<Observation, 'command' | 'reaction'>,
  { options: { command: audited, flags } }: Pick<CheckInProgress, 'options'>,
): string {
  return repeatCommand(entry, observation, { command: audited.command, flags, audited });
}
