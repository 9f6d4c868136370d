/** Audits a command: runs it without faults, then with each fault, and reports how its client reacts. */

import { withoutUndefined } from '../common/json.js';
import type { Redactor } from '../emulator/redaction/redactor.js';
import type { AuditOptions } from './audit-options.js';
import { runBaseline } from './baseline.js';
import { withCanaries } from './canary.js';
import { findingsOf } from './findings/findings.js';
import { planOf } from './plan/plan.js';
import { type AuditResult, reportOf } from './report/report.js';
import { runPlan } from './run-plan.js';
import { Runs } from './run/runs.js';
import type { AuditReport } from './audit-types.js';

/** What an audit has found, and the results of its steps. */
export interface Audit extends AuditResult {
  readonly report: AuditReport;
  /** The runs of the audit. The caller may make further runs. */
  readonly runs: Runs;
}

/** @throws BaselineError, NotStartedError */
export async function audit(options: AuditOptions, runs = new Runs(options)): Promise<Audit> {
  const baseline = await runBaseline(runs);
  const plan = await planOf(runs, baseline, options);
  options.onPlanned?.({ plan, baseline });

  const outcomes = await runPlan(plan.entries, { runs, baseline }, options);
  const found = findingsOf(baseline, outcomes, options.expectations);
  const faults = options.wantsCanaries === true ? await withCanaries(found.faults, { runs, baseline }) : found.faults;

  const { usage, endedEarly } = runs;
  const result = { baseline, plan, outcomes, findings: { ...found, faults }, usage, endedEarly };
  const report = withoutSecrets(reportOf(result, options), runs.redactor, options);

  return { ...result, runs, report };
}

/**
 * The report without secrets. Two kinds of text look like secrets, contain none, and are kept: IDs, because
 * `expired-token:gave-up` looks like a header with a token; and templates of the team, such as
 * `--env 'SECRET={clientSecret}'`.
 */
function withoutSecrets(report: AuditReport, redactor: Redactor, { flagsForExec }: AuditOptions): AuditReport {
  const templates = flagsForExec.filter((flag) => /\{\w+\}/.test(flag));
  // A template was redacted with the rest of the command. This function puts the template back.
  const withTemplate = (text: string, flag: string): string => text.replaceAll(redactor.text(flag), () => flag);
  const redacted = (command?: string): string | undefined =>
    command && templates.reduce(withTemplate, redactor.text(command));

  const shown = redactor.json(report);
  const findings = shown.findings.map((finding, at) => {
    const { id, cells, repeat, control, alike } = report.findings[at]!;
    const commands = { repeat: redacted(repeat), control: redacted(control), alike: redacted(alike) };

    return { ...finding, id, cells, ...withoutUndefined(commands) };
  });

  return { ...shown, flags: report.flags, findings };
}
