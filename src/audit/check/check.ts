/**
 * Checks whether findings of an earlier audit are mended: every test still passes and asks for as much, the finding is
 * gone, nothing else came, and the client does not recognise the emulator. Plan, runs and reactions are those of an
 * audit.
 */

import { runBaseline } from '../baseline.js';
import { rightIn } from '../expectations/expectations.js';
import type { Outcome } from '../outcome.js';
import { planOf } from '../plan/plan.js';
import { runPlan } from '../run-plan.js';
import { BaselineError } from '../run/child-process.js';
import { observeRun } from '../run/observe-run.js';
import { Runs } from '../run/runs.js';
import type { CheckInProgress, CheckOptions } from './check-in-progress.js';
import { compareTests } from './compare-tests.js';
import { checkedFinding } from './evidence.js';
import { cellEvidence, ruleEvidence } from './judge-cells.js';
import { ofCanaries, ofDisguise } from './probes.js';
import { entryFor, firstFault, linesOf, namesFor, neighboursOf } from './selection.js';
import type { CheckReport, Evidence, ReportedEntry } from '../audit-types.js';

/** Runs for each finding. */
const MOST_RUNS = 10;

/** @throws NotStartedError; BaselineError if it is interrupted before the command was run twice */
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
      if (!(error instanceof BaselineError) || runs.interrupted.aborted) throw error;
      return wanted.map((each) => checkedFinding(each, [{ part: 'tests', verdict: 'new', what: error.message }]));
    },
  );
  if (runs.failure !== undefined) throw runs.failure;

  const { redactor, usage } = runs;
  // An ID contains no secret, although `expired-token:gave-up` looks like a header with a token.
  const shown = redactor.json(findings).map((finding, at) => ({ ...finding, id: findings[at]!.id }));
  const about = { format: 'id-emulator-check', version: 1, command: redactor.json(command.command) } as const;
  return { ...about, findings: shown, runs: usage.runs, time: Math.round(usage.time) };
}

async function checkFindings(check: CheckInProgress): Promise<CheckReport['findings']> {
  const { options, runs, baseline, nameNow } = check;
  const { earlier, wanted } = options;
  const filter = { ...options.filter, only: namesFor(wanted, earlier.plan) };
  const { entries } = await planOf(runs, baseline, { ...options, filter });
  const own = wanted.map((finding) => {
    const lines = linesOf(finding, earlier.plan);
    const neighbours = neighboursOf(finding, earlier, (line) => entryFor(line, entries, nameNow));
    return { finding, lines, neighbours };
  });
  const tried = own.flatMap(({ lines, neighbours }) => [...lines.map(firstFault), ...neighbours]);
  const planned = new Set(tried.flatMap((line) => entryFor(line, entries, nameNow) ?? []));
  const outcomes = await runPlan([...planned], check, { ...options, filter });
  const reached = outcomes.map(({ entry }) => entry);
  const outcomeOf = (line: ReportedEntry): Outcome | undefined => {
    const entry = entryFor(line, reached, nameNow);
    return outcomes.find((outcome) => outcome.entry === entry);
  };
  const checked: CheckReport['findings'][number][] = [];
  for (const { finding, lines: all, neighbours } of own) {
    const met = all.filter((line) => outcomeOf(line) !== undefined);
    // How often a client requests a token is its own choice: a right mend may keep one.
    const isOfToken = met.some((line) => outcomeOf(line)!.entry.kind === 'token');
    const lines = isOfToken ? met : all;
    const evidence: Evidence[] = [
      ...check.evidence,
      ...ruleEvidence(finding, check),
      ...lines.map((line) => cellEvidence('finding', { line, outcome: outcomeOf(line), finding }, check)),
      ...neighbours.map((line) => cellEvidence('neighbour', { line, outcome: outcomeOf(line), finding }, check)),
    ];
    const decided = lines.map(outcomeOf).find((outcome) => outcome?.observation !== undefined);
    const isFixed = evidence.every(({ verdict }) => verdict === 'fixed');
    if (isFixed && decided?.observation !== undefined) {
      evidence.push(...(await ofCanaries(finding, decided.entry, check)));
      evidence.push(await ofDisguise(decided.entry, decided.observation, check));
    }
    checked.push(checkedFinding(finding, evidence));
  }
  return checked;
}
