/**
 * Writes the files of each finding of an audit into a folder. A bundle is the sandbox in a file, for the inspector. It
 * comes from a run of its own, in which the fault of the finding is the only one.
 */

import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { makeFolder } from '../../common/platform/make-folder.js';
import type { Audit } from '../../audit/audit.js';
import { runWith } from '../../audit/audit-in-progress.js';
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
  // The report lists the findings in this order.
  for (const [index, finding] of [...findings.baseline, ...findings.faults].entries()) {
    const number = String(index + 1).padStart(2, '0');
    const findingFolder = join(folder, `${number}-${finding.id.replaceAll(':', '-')}`);
    makeFolder(findingFolder);
    writeJson(join(findingFolder, 'finding.json'), report.findings[index]);
    // A finding of the baseline is a broken rule without any fault. It has no entry in the plan.
    if (!('entry' in finding)) continue;

    const { entry, observation } = finding;
    const journal = { sandbox: entry.call.sandbox, exchanges: observation.facts.exchanges };
    writeJson(join(findingFolder, 'journal.json'), journal);

    const bundle = runs.interrupted.aborted ? undefined : await bundleOf(finding, audit);
    if (bundle === undefined) continue;

    writeFileSync(join(findingFolder, 'bundle.json'), bundle);
    bundleCount++;
  }

  return bundleCount;
}

/**
 * Runs the command with the fault again.
 * @returns the bundle of the sandbox with the fault; undefined if its emulator was not closed
 */
async function bundleOf({ entry, observation }: FaultFinding, audit: Audit): Promise<string | undefined> {
  const { command } = observation.facts.run;
  const { bundles } = await runWith([entry], audit, { command, wantsBundles: true });

  return bundles.get(entry.call.sandbox);
}
