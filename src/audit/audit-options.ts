/** The options of an audit, which its steps share. */

import type { Baseline } from './baseline.js';
import type { Expectations } from './expectations/expectations.js';
import type { Production } from './findings/production.js';
import type { Plan, PlanOptions } from './plan/plan.js';
import type { Progress } from './audit-types.js';
import type { RunsOptions } from './run/runs.js';

/** What an audit is about to try. */
export interface PlannedAudit {
  readonly plan: Plan;
  readonly baseline: Baseline;
}

/** The options of an audit. An interrupted audit reports what it knows. */
export interface AuditOptions extends RunsOptions, PlanOptions {
  /** Which reactions are right. */
  readonly expectations: Expectations;
  /** The traffic of the service, whose situations are tried first. Default: none. */
  readonly production?: Production | undefined;
  /** Called before anything is tried. An error that the function throws ends the audit. */
  readonly onPlanned?: (planned: PlannedAudit) => void;
  /** Called after each run. */
  readonly onProgress?: (progress: Progress) => void;
  /** IDs of cells that are accepted. */
  readonly accepted: ReadonlySet<string>;
  /** Flags of `exec` in the command that repeats a finding. */
  readonly flagsForExec: readonly string[];
  /** The flags of the audit by the names of options, for a later check. Default: none. */
  readonly flagsForCheck?: Readonly<Record<string, unknown>>;
  /** Whether to try an outage without end at the call of each finding, for a later check. Default: no. */
  readonly wantsCanaries?: boolean;
}
