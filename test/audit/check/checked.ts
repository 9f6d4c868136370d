/** What a check says of a finding, by runs that are recorded. */

import { audit } from '../../../src/audit/audit.js';
import type { AuditReport, CheckedFinding } from '../../../src/audit/audit-types.js';
import { check } from '../../../src/audit/check/check.js';
import { Runs } from '../../../src/audit/run/runs.js';
import { type Case, made } from '../corpus/cases.js';

/** What all jobs have in common. */
export const CLIENT: Case = { only: 'getUsers:throttled,getUsers:expired-token', patience: 4, job: '', findings: [] };

/** The report of a job. */
export function reportOf(name: string, one: Case): Promise<AuditReport> {
  return made(`check ${name}`, one, async (options, observe) => {
    const { report } = await audit({ ...options, wantsCanaries: true }, new Runs(options, observe));
    return report;
  });
}

/** What a check says of the first finding of a report. */
export async function checked(name: string, one: Case, earlier: AuditReport): Promise<CheckedFinding> {
  const { findings } = await made(`check ${name}`, one, (options, observe) => {
    return check({ ...options, earlier, wanted: earlier.findings }, observe);
  });
  return findings[0]!;
}
