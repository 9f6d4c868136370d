/** A check (whether findings of an earlier audit are mended) while it runs: what its steps share. */

import type { AuditInProgress } from '../audit-in-progress.js';
import type { AuditOptions } from '../audit-options.js';
import type { ComparedTests } from './compare-tests.js';
import type { AuditReport, ReportedFinding } from '../audit-types.js';

/** What a check reads of the report of `audit --json`. */
export type EarlierReport = Pick<AuditReport, 'flags' | 'tests' | 'findings' | 'plan'>;

export interface CheckOptions extends AuditOptions {
  readonly earlier: EarlierReport;
  /** The findings to check. */
  readonly wanted: readonly ReportedFinding[];
}

/** A check whose command has passed without faults. */
export interface CheckInProgress extends Pick<AuditInProgress, 'runs' | 'baseline' | 'isRight'>, ComparedTests {
  readonly options: CheckOptions;
}
