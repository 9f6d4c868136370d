/** What the reactions of a mended client say: at the cells of a finding, and at its neighbours. */

import { isLost } from '../classify/facts.js';
import { type ClassifiedReaction, type Observation, reactionsIn } from '../classify/observation.js';
import { cellId } from '../findings/findings.js';
import { type DecidedEntry, decidingObservation, type Outcome } from '../outcome.js';
import type { PlanEntry } from '../plan/plan.js';
import { repeatCommand } from '../report/repeat-command.js';
import type { ObservedRun } from '../run/observe-run.js';
import { newLines } from '../run/output-lines.js';
import { type BrokenRule, PRINTS_SECRET } from '../run/printed-secrets.js';
import type { CheckInProgress } from './check-in-progress.js';
import type { CheckVerdict, Evidence, ReportedEntry, ReportedFinding } from '../audit-types.js';

/** What a run says about a mend: the verdict, and what was seen as a sentence. */
export type Judged = Pick<Evidence, 'verdict' | 'what'>;

export function judged(verdict: CheckVerdict, what: string): Judged {
  return { verdict, what };
}

/** A line of the report that was tried again. */
export interface TriedLine {
  readonly line: ReportedEntry;
  /** Undefined if no call of the command meets the fault any more. */
  readonly outcome: Outcome | undefined;
  readonly finding: ReportedFinding;
}

/**
 * The lines that have to show that the finding is gone. If a line was compared, lines without a run prove nothing
 * against it. Lines whose fault met no call stay as doubts, except for token requests: a mended client may keep its
 * token, and send fewer of them.
 */
export function telling(lines: readonly TriedLine[]): readonly TriedLine[] {
  const compared = lines.filter(({ outcome }) => (outcome?.observation ?? outcome?.inferred) !== undefined);
  if (compared.length === 0) return lines;

  const isOfToken = compared.some(({ outcome }) => outcome?.entry.kind === 'token');
  const unclear = lines.filter(({ outcome }) => (outcome === undefined ? !isOfToken : outcome.isUnsteady === true));

  return [...compared, ...unclear];
}

/** What the reaction at a cell shows. @param part whether the cell belongs to the finding, or is a neighbour of it */
export function cellEvidence(
  part: 'finding' | 'neighbour',
  { line, outcome, finding }: TriedLine,
  check: CheckInProgress,
): Evidence {
  const isNeighbour = part === 'neighbour';
  const about = { part, cell: line.cell };
  const observation = outcome && decidingObservation(outcome);
  if (outcome === undefined || observation === undefined) {
    const reason = outcome?.reason ?? 'no call meets this fault any more';
    // A neighbour that was not reached accuses nobody. The cell of a finding has to be seen.
    return { ...about, verdict: isNeighbour ? 'fixed' : 'cannot be told', what: `Not compared: ${reason}.` };
  }

  const { entry } = outcome;
  const decided = { entry, observation };
  const doubt = isNeighbour ? newNote(observation, line) : whyUnclear(decided, finding, check);
  const fixed = judged('fixed', `${observation.reaction}, was ${line.reaction}.`);
  // A wrong reaction counts more than a doubt.
  const worse = worseReaction(decided, line, finding, check);
  const shown = worse ?? doubt ?? fixed;

  return { ...about, ...shown, run: observation.facts.run.number, repeat: repeatOf(entry, observation, check) };
}

/** The verdict on a client that reacts wrongly; undefined if it reacts as it should. */
function worseReaction(
  { entry, observation }: DecidedEntry,
  line: ReportedEntry,
  { cells, canary }: ReportedFinding,
  { isRight, options }: CheckInProgress,
): Judged | undefined {
  const wrong = reactionsIn(observation).filter((each) => !isRight(entry, each));
  const same = wrong.find((each) => cells.includes(cellId(line.cell, each)));
  if (same !== undefined) return judged('still', `${same.reaction}. ${same.what}`);

  const isOfFinding = cells.some((id) => id.startsWith(`${line.cell}:`));
  const known = options.earlier.findings.flatMap((finding) => finding.cells);
  const added = wrong.find((each) => !known.includes(cellId(line.cell, each)));
  if (added !== undefined) {
    // A client that still gets nothing may seem to react in another way, for example because the test no longer fails.
    const isStill = isOfFinding && line.reaction === 'gave up' && isLost(observation.facts);
    return judged(isStill ? 'still' : 'new', `${added.reaction}, was ${line.reaction}. ${added.what}`);
  }

  if (observation.reaction !== 'test gap' || line.reaction === 'test gap') return undefined;

  // No test looks at the failed items, so a client that reports them looks like one that drops them.
  const { changesData, lostItems } = entry.fault;
  if (lostItems !== undefined) return judged('cannot be told', `No test looks at what failed. ${observation.what}`);

  // With other data, a test may not look at the difference. If a test passes in an outage, it never looked.
  if (changesData || canary === 'passed') return undefined;
  if (canary === undefined) return judged('cannot be told', `No test fails any more. ${observation.what}`);

  return judged(isOfFinding ? 'still' : 'new', `No test fails any more: the failure is swallowed. ${observation.what}`);
}

/** The verdict on a new reaction that is no mistake by itself, such as a second link; undefined if there is none. */
function newNote({ reaction, what, facts }: Observation, { reaction: before }: ReportedEntry): Judged | undefined {
  const isNew = reaction === 'note' && before !== 'note' && !facts.hasFailed;
  return isNew ? judged('new', `note, was ${before}. ${what}`) : undefined;
}

/** Why a run does not show that the finding is gone; undefined if the run shows it. */
function whyUnclear(
  { entry, observation }: DecidedEntry,
  { repeat = '' }: ReportedFinding,
  check: CheckInProgress,
): Judged | undefined {
  const { reaction, what, facts, failedTest } = observation;
  const { run, testCase } = facts;
  const left = testLeftOut(run, check);
  if (left !== undefined) return judged('tests changed', `With the fault, the test "${left}" is skipped or repeated.`);
  if (reaction === 'not observed' || (reaction === 'note' && failedTest !== undefined))
    return judged('cannot be told', `${reaction}. ${what}`);

  // A finding about a printed secret is not gone if nothing is printed at all.
  const isQuiet = newLines(run.output, check.baseline.outputs).join('').trim() === '';
  if (isQuiet && repeat.includes(PRINTS_SECRET.rule))
    return judged('cannot be told', 'Nothing is printed about the failure any more: a test may keep it.');

  const { tests, duration } = check.baseline;
  const took = testCase === undefined ? run.duration : testCase.ended - testCase.started;
  const usualDuration = tests.find(({ name }) => testCase?.name === name)?.duration ?? duration;
  const most = usualDuration + entry.fault.wait + check.options.limits.graceMs;
  if (took <= most) return undefined;

  const inSeconds = (milliseconds: number): string => `${(milliseconds / 1_000).toFixed(1)} s`;
  return judged('new', `It took ${inSeconds(took)}, and may take ${inSeconds(most)}.`);
}

/** A test of the report that a run skipped or repeated, or that a run without failures lacks. */
function testLeftOut({ cases, skipped = [], exitCode }: ObservedRun, check: CheckInProgress): string | undefined {
  const isLacking = (name: string): boolean =>
    exitCode === 0 && cases.length > 0 && cases.every((test) => test.name !== name);
  const names = check.options.earlier.tests.map(({ name }) => check.nameNow(name)!);
  return names.find((name) => name !== '' && (skipped.includes(name) || isLacking(name)));
}

const WITHOUT_FAULT = 'without-fault:';

/** Evidence about rules that the client breaks without a fault: the rule of the finding, or one that it kept before. */
export function ruleEvidence({ id }: ReportedFinding, { baseline, options }: CheckInProgress): readonly Evidence[] {
  const broken = [...baseline.sandboxes.values()].flatMap((sandbox) => sandbox.broken);
  const isOf = (finding: string, { rule }: BrokenRule): boolean => finding === `${WITHOUT_FAULT}${rule}`;
  const added = broken.find((each) => !options.earlier.findings.some((known) => isOf(known.id, each)));
  if (added !== undefined) return [{ part: 'tests', verdict: 'new', what: `Without any fault: ${added.title}` }];
  if (!id.startsWith(WITHOUT_FAULT)) return [];

  const still = broken.find((each) => isOf(id, each));
  const verdict = still === undefined ? 'fixed' : 'still';
  return [{ part: 'finding', verdict, what: still?.title ?? 'The client keeps the rule.' }];
}

/** The command that makes a run of a check again. */
export function repeatOf(
  entry: PlanEntry,
  shown: ClassifiedReaction & Partial<Pick<Observation, 'facts'>>,
  { options: { command: audited, flagsForExec: flags } }: CheckInProgress,
): string {
  return repeatCommand(entry, shown, { observed: shown.facts?.run.command ?? audited.command, flags, audited });
}
