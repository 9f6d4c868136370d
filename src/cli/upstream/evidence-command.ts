/** `id-emulator evidence`: reads from recorded traffic which guesses about the service are true. */

import type { Actions, Call } from '../settings/declared-command.js';
import { DIFFERENCES } from '../../contract/documents/accepted-findings.js';
import { acceptedIn, watchDifferences } from '../terminal/accepted.js';
import { UsageError } from '../terminal/failure.js';
import { refuseUnwritable, printReport, writeJson } from '../terminal/write-report.js';

export const ACTIONS: Actions<'evidence'> = { evidence: evidenceCommand };

/** Reads the traffic, prints what it shows, and fails on differences that are not accepted. */
async function evidenceCommand({ words: files, flags, terminal }: Call<'evidence'>): Promise<void> {
  const { service: services, tokenUrl: tokenUrls = [], revision, write } = flags;
  if (write !== undefined) refuseUnwritable(write, files);
  const accepted = acceptedIn(flags, DIFFERENCES);
  // The code that reads traffic is loaded here: a wrong flag is refused without it.
  const { differencesIn, evidenceFromFiles, evidenceText, leftOutText } =
    await import('../../upstream/evidence/index.js');

  const evidence = await evidenceFromFiles({ files, services, tokenUrls, revision });
  // Evidence of nothing would look as if no guess were wrong.
  if (evidence.read.exchanges === 0) {
    const leftOut = [leftOutText(evidence) || 'they are empty', ...evidence.undecided].join('; ');
    throw new UsageError(`--service: the files have no exchange with this address that can be looked at (${leftOut})`);
  }

  printReport(evidence, () => evidenceText(evidence, flags.emulator !== true), flags, terminal);
  if (write !== undefined) writeJson(write, evidence);
  watchDifferences(flags, differencesIn(evidence), accepted, terminal);
}
