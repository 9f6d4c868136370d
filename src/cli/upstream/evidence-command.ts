/** `id-emulator evidence`: reads from recorded traffic which guesses about the service are true. */

import type { Command } from 'commander';
import { SPECIFICATION } from '../../contract/contract.js';
import { commaSeparated, serviceAddresses, type ServiceFlags, TOKEN_URL } from '../terminal/flags.js';
import { revisionOption } from '../settings/settings.js';
import { UsageError } from '../terminal/failure.js';
import { refuseUnwritable, printReport, writeJson } from '../terminal/write-report.js';
import type { Terminal } from '../terminal/terminal.js';

interface EvidenceFlags extends ServiceFlags {
  readonly revision: string;
  readonly write?: string;
  readonly emulator?: boolean;
  readonly json?: boolean;
}

/** Registers the command. */
export function addEvidenceCommand(root: Command, terminal: Terminal): void {
  root
    .command('evidence')
    .description('read from recorded traffic which guesses are true')
    .argument('<file...>', 'HAR 1.2 files and bundles of sandboxes')
    .requiredOption('--service <url>', 'address of the service in the traffic; repeatable', commaSeparated)
    .option('--token-url <url>', TOKEN_URL, commaSeparated)
    .addOption(revisionOption().default(SPECIFICATION))
    .option('--write <file>', 'also write the evidence to this file, for id-emulator fidelity --evidence')
    .option('--emulator', 'the traffic is meant to be that of an emulator: do not mention it')
    .option('--json', 'print JSON')
    .action(async (files: readonly string[], flags: EvidenceFlags) => {
      await evidenceCommand(files, flags, terminal);
    });
}

async function evidenceCommand(files: readonly string[], flags: EvidenceFlags, terminal: Terminal): Promise<void> {
  const { revision, write } = flags;
  if (write !== undefined) refuseUnwritable(write);
  const { evidenceFromFiles, evidenceText, leftOutText } = await import('../../upstream/evidence/index.js');

  const evidence = await evidenceFromFiles({ files, ...serviceAddresses(flags), revision });
  // Evidence of nothing would look as if no guess were wrong.
  if (evidence.read.exchanges === 0) {
    const leftOut = leftOutText(evidence) || 'they are empty';
    throw new UsageError(`--service: the files have no exchange with this address that can be looked at (${leftOut})`);
  }

  printReport(evidence, () => evidenceText(evidence, flags.emulator !== true), flags, terminal);
  if (write !== undefined) writeJson(write, evidence);
}
