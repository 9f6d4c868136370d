/**
 * Checks whether findings of an earlier audit are mended. Every test still has to pass and to ask for as much as
 * before, the finding has to be gone, and no other finding may have come. The client must not recognise the emulator.
 * The check plans, runs and classifies as an audit does.
 */

import { specDocument } from '../../contract/documents/prepared.js';
import { runBaseline } from '../baseline.js';
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
import { entryFor, firstFault, linesOf, namesFor, neighboursOf } from './selection.js';
import type { AuditOrder, CheckedFinding, CheckReport, Evidence, ReportedEntry } from '../audit-types.js';

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
  const { wanted, command, earlier, expectations } = options;
  const limits = { ...options.limits, runs: MOST_RUNS * wanted.length };
  const runs = new Runs({ ...options, limits }, observe);
  const findings = await runBaseline(runs).then(
    (baseline) =>
      checkFindings({
        options,
        runs,
        baseline,
        isRight: rightIn(expectations),
        // The report has no secrets, so that paths with a token are alike only without them.
        ...compareTests(earlier.tests, runs.redactor.json(baseline.tests)),
      }),
    (error: unknown) => {
      // A command that fails without a fault is a result of the check: the mend has broken it.
      if (!(error instanceof BaselineError) || runs.interrupted.aborted) throw error;
      const verdict = error instanceof NoRequestError ? 'less is done' : 'new';
      return wanted.map((each) => checkedFinding(each, [{ part: 'tests', verdict, what: error.message }]));
    },
  );
  if (runs.failure !== undefined) throw runs.failure;

  const { redactor, usage } = runs;
  // An ID contains no secret, although `expired-token:gave-up` looks like a header with a token.
  const shown = redactor.json(findings).map((finding, at) => ({ ...finding, id: findings[at]!.id }));
  const about = { format: 'id-emulator-check', version: 1, command: redactor.json(command.command) } as const;

  return { ...about, findings: shown, runs: usage.runs, time: Math.round(usage.time) };
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
    const ofFinding = linesOf(finding, earlier.plan);
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
    const triedLine = (line: ReportedEntry): TriedLine => ({ line, outcome: outcomeOf(line), finding });
    const cells = ofFinding.map(triedLine);
    const evidence: Evidence[] = [
      ...check.evidence,
      ...ruleEvidence(finding, check),
      ...telling(cells).map((cell) => cellEvidence('finding', cell, check)),
      ...neighbours.map((line) => cellEvidence('neighbour', triedLine(line), check)),
    ];
    // Canaries and disguises repeat a fault whose reaction was seen.
    const shown = cells.find(({ outcome }) => outcome?.observation !== undefined);
    const { entry, observation } = shown?.outcome ?? {};
    const isFixed = evidence.every(({ verdict }) => verdict === 'fixed');

    if (isFixed && entry !== undefined && observation !== undefined) {
      evidence.push(...(await canaryEvidence(finding, { entry, observation }, check)));
      evidence.push(await disguiseEvidence({ entry, observation }, check));
    }

    checked.push(checkedFinding(finding, evidence));
  }

  return checked;
}

/**
 * The finding with its verdict: the first in the order of verdicts, the worst first, that any evidence has. Without
 * evidence about the finding itself, nothing can be told.
 */
function checkedFinding(
  { id, what }: Pick<CheckedFinding, 'id' | 'what'>,
  evidence: readonly Evidence[],
): CheckedFinding {
  const first = verdicts.find((verdict) => evidence.some((piece) => piece.verdict === verdict));
  const isUnseen = first === 'fixed' && !evidence.some(({ part }) => part === 'finding');
  const verdict = isUnseen || first === undefined ? 'cannot be told' : first;

  return { id, what, verdict, evidence };
}
