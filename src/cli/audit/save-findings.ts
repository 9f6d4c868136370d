/** Writes what belongs to each finding of an audit into a folder, from a run with its fault alone. */

import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Audit } from '../../audit/audit.js';
import { type FaultFinding, findingsOf } from '../../audit/findings/findings.js';
import type { Expectations } from '../../audit/expectations/expectations.js';
import type { AuditReport } from '../../audit/report/report.js';
import { type Limits, longestRun } from '../../audit/run/runs.js';
import { type AuditedCommand, performRun } from '../../audit/run/run-command.js';
import { writeJson } from '../terminal/write-report.js';

interface SavedAudit {
  readonly result: Audit;
  readonly report: AuditReport;
  readonly audited: AuditedCommand;
  readonly limits: Limits;
  readonly expectations: Expectations;
  /** No further bundles are made then. */
  readonly interrupted: AbortSignal;
}

/**
 * For each finding a folder with `finding.json`, `journal.json` and, if its emulator was closed, `bundle.json`.
 * @returns the number of bundles
 */
export async function saveFindings(folder: string, saved: SavedAudit): Promise<number> {
  const { result, report, expectations, interrupted } = saved;
  let bundles = 0;
  const { baseline, faults } = findingsOf(result, expectations);
  for (const [at, finding] of [...baseline, ...faults].entries()) {
    const own = join(folder, `${String(at + 1).padStart(2, '0')}-${finding.id.replaceAll(':', '-')}`);
    mkdirSync(own, { recursive: true });
    writeJson(join(own, 'finding.json'), report.findings[at]);
    if (!('entry' in finding)) continue;
    const { entry, observation } = finding;
    writeJson(join(own, 'journal.json'), { sandbox: entry.call.sandbox, exchanges: observation.exchanges });
    if (interrupted.aborted) continue;
    const bundle = await bundleOf(finding, saved);
    if (bundle === undefined) continue;
    writeFileSync(join(own, 'bundle.json'), bundle);
    bundles++;
  }
  return bundles;
}

/** The bundle of the sandbox that met the fault, as text. */
async function bundleOf(
  { entry, observation }: FaultFinding,
  { result, audited, limits, interrupted }: SavedAudit,
): Promise<string | undefined> {
  const limit = longestRun(result.baseline.duration, entry.fault.wait, limits);
  const { bundles } = await performRun({ ...audited, command: observation.command }, [entry.injection], {
    limit,
    signal: interrupted,
    wantsBundles: true,
  });
  return bundles.get(entry.call.sandbox);
}
