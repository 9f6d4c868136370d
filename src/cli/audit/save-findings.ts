/** Writes the files of each finding of an audit into a folder, with a bundle of a run that has only its fault. */

import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Audit } from '../../audit/audit.js';
import type { FaultFinding } from '../../audit/findings/findings.js';
import { writeJson } from '../terminal/write-report.js';

/**
 * Writes for each finding a folder with `finding.json`; for a finding of a fault also `journal.json` and, if the
 * emulator of that run was closed, `bundle.json`.
 * @returns the number of bundles; an interrupted audit makes no more
 */
export async function saveFindings(folder: string, audit: Audit): Promise<number> {
  const { findings, report, runs } = audit;
  let bundleCount = 0;
  // The report lists them in this order.
  for (const [at, finding] of [...findings.baseline, ...findings.faults].entries()) {
    const number = String(at + 1).padStart(2, '0');
    const own = join(folder, `${number}-${finding.id.replaceAll(':', '-')}`);
    mkdirSync(own, { recursive: true });
    writeJson(join(own, 'finding.json'), report.findings[at]);
    if (!('entry' in finding)) continue;

    const { entry, observation } = finding;
    writeJson(join(own, 'journal.json'), { sandbox: entry.call.sandbox, exchanges: observation.facts.exchanges });

    const bundle = runs.interrupted.aborted ? undefined : await bundleOf(finding, audit);
    if (bundle === undefined) continue;

    writeFileSync(join(own, 'bundle.json'), bundle);
    bundleCount++;
  }

  return bundleCount;
}

/** The bundle of the sandbox that met the fault, as text. */
async function bundleOf(
  { entry: { call, fault, injections }, observation: { facts } }: FaultFinding,
  { runs, baseline: { duration: usual } }: Audit,
): Promise<string | undefined> {
  const { wait } = fault;
  const { command } = facts.run;
  const { bundles } = await runs.run({ command, injections, usual, wait, wantsBundles: true });

  return bundles.get(call.sandbox);
}
