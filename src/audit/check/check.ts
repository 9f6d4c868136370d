/**
 * Checks whether findings of an earlier audit are mended. Every test still has to pass and to ask for as much as
 * before, the finding has to be gone, and no other finding may have come. The client must not recognise the emulator.
 * The check plans, runs and classifies as an audit does.
 */

import { specDocument } from '../../contract/documents/prepared.js';
import { type Baseline, runBaseline } from '../baseline.js';
import { rightIn } from '../expectations/expectations.js';
import type { Outcome } from '../outcome.js';
import { planOf, type PlanEntry } from '../plan/plan.js';
import { runPlan } from '../run-plan.js';
import { BaselineError, NoRequestError } from '../run/child-process.js';
import { observeRun } from '../run/observe-run.js';
import { Runs } from '../run/runs.js';
import type { CheckInProgress, CheckOptions } from './check-in-progress.js';
import { compareTests } from './compare-tests.js';
import { cellEvidence, ruleEvidence, telling, type TriedLine } from './judge-cells.js';
import { canaryEvidence, disguiseEvidence } from './probes.js';
import { entryFor, firstFault, namesFor, neighboursOf, planLinesOf } from './selection.js';
import type { AuditOrder, CheckedFinding, CheckReport, Evidence } from '../audit-types.js';
import type { ReportedEntry, ReportedFinding } from '../audit-types.js';

const { verdicts } = specDocument('audit-order') as AuditOrder;
/** The largest number of runs for each finding. */
const MOST_RUNS = 10;
/** How many of these runs are kept for two canaries and two disguises, which tell more than further neighbours. */
const PROBES = 4;

/**
 * Checks the wanted findings.
 * @throws NotStartedError; BaselineError if the check is interrupted before the command was run twice
 */
export async function check(options: CheckOptions, observe = observeRun): Promise<CheckReport> {
  const { wanted, command } = options;
  const limits = { ...options.limits, runs: MOST_RUNS * wanted.length };
  const runs = new Runs({ ...options, limits }, observe);
  const findings = await findingsAfterBaseline(options, runs);
  if (runs.failure !== undefined) throw runs.failure;

  const { redactor, usage } = runs;
  // An ID contains no secret, although `expired-token:gave-up` looks like a header with a token.
  const shown = redactor.json(findings).map((finding, at) => ({ ...finding, id: findings[at]!.id }));
  const about = { format: 'id-emulator-check', version: 1, command: redactor.json(command.command) } as const;

  return { ...about, findings: shown, runs: usage.runs, time: Math.round(usage.time) };
}

/** Runs the command without faults, and then checks the findings. */
async function findingsAfterBaseline(options: CheckOptions, runs: Runs): Promise<CheckedFinding[]> {
  let baseline: Baseline;
  try {
    baseline = await runBaseline(runs);
  } catch (error) {
    if (!(error instanceof BaselineError) || runs.interrupted.aborted) throw error;

    // A command that fails without a fault is a result of the check: the mend has broken it.
    const verdict = error instanceof NoRequestError ? 'less is done' : 'new';
    return options.wanted.map((each) => checkedFinding(each, [{ part: 'tests', verdict, what: error.message }]));
  }

  // The report has no secrets, so that paths with a token are alike only without them.
  const compared = compareTests(options.earlier.tests, runs.redactor.json(baseline.tests));
  return await checkFindings({ options, runs, baseline, isRight: rightIn(options.expectations), ...compared });
}

/**
 * Tries the cells of the findings, and their neighbours: faults that a careless mend breaks. For a finding that seems
 * to be mended, canaries and disguises follow.
 */
async function checkFindings(check: CheckInProgress): Promise<CheckedFinding[]> {
  const { options, runs, baseline, nameNow } = check;
  const { earlier, wanted } = options;
  const filter = { ...options.filter, only: namesFor(wanted, earlier.plan) };
  const { entries } = await planOf(runs, baseline, { ...options, filter });
  const entryOf = (line: ReportedEntry): PlanEntry | undefined => entryFor(line, entries, nameNow);

  const selected = wanted.map((finding) => {
    const ofFinding = planLinesOf(finding, earlier.plan);
    return { finding, ofFinding, neighbours: neighboursOf(finding, earlier, entryOf) };
  });
  // The runs may be used up early, so the cells of all findings come before the neighbours.
  const lines = [...selected.flatMap(({ ofFinding }) => ofFinding), ...selected.flatMap((each) => each.neighbours)];
  // A second fault is added to the schedule when the client has recovered from the first.
  const planned = lines.flatMap((line) => entryOf(firstFault(line)) ?? []);
  const mostRuns = (MOST_RUNS - PROBES) * wanted.length;
  const outcomes = await runPlan(planned, check, { ...options, filter }, mostRuns);

  const reached = outcomes.map(({ entry }) => entry);
  const outcomeOf = (line: ReportedEntry): Outcome | undefined =>
    outcomes.find(({ entry }) => entry === entryFor(line, reached, nameNow));
  const checked: CheckedFinding[] = [];

  for (const { finding, ofFinding, neighbours } of selected) {
    const tried = (line: ReportedEntry): TriedLine => ({ line, outcome: outcomeOf(line), finding });
    const evidence = await evidenceAbout(finding, ofFinding.map(tried), neighbours.map(tried), check);
    checked.push(checkedFinding(finding, evidence));
  }

  return checked;
}

/** What tests, cells and neighbours show of a finding and, if all say that it is fixed, canaries and disguises. */
async function evidenceAbout(
  finding: ReportedFinding,
  cells: readonly TriedLine[],
  neighbours: readonly TriedLine[],
  check: CheckInProgress,
): Promise<Evidence[]> {
  const evidence: Evidence[] = [
    ...check.evidence,
    ...ruleEvidence(finding, check),
    ...telling(cells).map((cell) => cellEvidence('finding', cell, check)),
    ...neighbours.map((neighbour) => cellEvidence('neighbour', neighbour, check)),
  ];

  // Canaries and disguises repeat a fault whose reaction was seen.
  const seen = cells.find(({ outcome }) => outcome?.observation !== undefined);
  const { entry, observation } = seen?.outcome ?? {};
  const isFixed = evidence.every(({ verdict }) => verdict === 'fixed');
  if (!isFixed || entry === undefined || observation === undefined) return evidence;

  const canaries = await canaryEvidence(finding, { entry, observation }, check);
  const disguises = await disguiseEvidence({ entry, observation }, check);
  return [...evidence, ...canaries, disguises];
}

/**
 * The finding with its verdict: the first in the order of verdicts, the worst first, that any evidence has. Without
 * evidence about the finding itself, nothing can be told.
 */
function checkedFinding({ id, what }: Pick<CheckedFinding, 'id' | 'what'>, evidence: Evidence[]): CheckedFinding {
  const first = verdicts.find((verdict) => evidence.some((piece) => piece.verdict === verdict));
  const isUnseen = first === 'fixed' && !evidence.some(({ part }) => part === 'finding');
  const verdict = isUnseen || first === undefined ? 'cannot be told' : first;

  return { id, what, verdict, evidence };
}
