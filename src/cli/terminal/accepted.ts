/**
 * The flags `--accept` and `--write-accepted`, and the failure of a command on what is new. A finding is something that
 * a command reports: a wrong reaction of a client, or a difference between the service and the contract.
 */

import { existsSync } from 'node:fs';
import { counted } from '../../common/reporting/phrases.js';
import { acceptedText, DIFFERENCES, readAccepted } from '../../contract/documents/accepted-findings.js';
import type { AcceptedFinding, FindingsFormat } from '../../contract/documents/accepted-findings.js';
import type { FlagsOf } from '../settings/declared-command.js';
import { CheckError, UsageError } from './failure.js';
import type { Terminal } from './terminal.js';
import { refuseUnwritable, writeReport } from './write-report.js';

/** The flags of a command that accepts findings. */
export type AcceptFlags = Pick<FlagsOf<'audit'>, 'accept' | 'writeAccepted'>;

/**
 * The IDs that are accepted: cells (a fault at an operation) of an audit, or differences of a service. Call it before a
 * long run, so that a wrong flag ends the command at once.
 * @throws UsageError if a file cannot be used
 */
export function acceptedIn({ accept, writeAccepted }: AcceptFlags, format: FindingsFormat): ReadonlySet<string> {
  if (writeAccepted !== undefined) refuseUnwritable(writeAccepted);
  if (accept === undefined) return new Set();
  if (!existsSync(accept))
    throw new UsageError(`--accept: there is no file ${accept}; write it with --write-accepted ${accept}`);

  return readAccepted(accept, format);
}

/** Writes the file that accepts the findings, if `--write-accepted` names one, and the run was not interrupted. */
export function writeAccepted(
  { writeAccepted: file }: AcceptFlags,
  findings: readonly AcceptedFinding[],
  { printError, interrupted }: Terminal,
  format: FindingsFormat,
): void {
  if (file === undefined) return;

  // An interrupted run has not seen everything, so the list would lose what it accepts.
  const isWhole = !interrupted.aborted;
  if (isWhole) writeReport(file, acceptedText(findings, format));

  const accepts = `wrote ${file}, which accepts ${counted(findings.length, 'finding')}`;
  const done = isWhole ? accepts : `left ${file} as it was before the interrupt`;
  printError(`id-emulator: ${done}\n`);
}

/**
 * Fails the command on findings that are not accepted.
 * @param count how many findings are not accepted
 * @param note the end of the message. Default: none
 * @throws CheckError if there are such findings, and the command has not just accepted them with `--write-accepted`
 */
export function refuseNew(flags: AcceptFlags, count: number, note = ''): void {
  if (count === 0 || flags.writeAccepted !== undefined) return;

  const which = flags.accept === undefined ? '' : ` that ${flags.accept} does not accept`;
  throw new CheckError(`${counted(count, 'finding')}${which}${note}`);
}

/**
 * Writes the file of `--write-accepted`. With `--accept`, the function also prints every new difference, and every
 * accepted difference that was not seen again.
 * @throws CheckError if there is a new difference beside `--accept`
 */
export function watchDifferences(
  flags: AcceptFlags,
  found: readonly AcceptedFinding[],
  accepted: ReadonlySet<string>,
  terminal: Terminal,
): void {
  // Several observations may show one difference.
  const differences = [...new Map(found.map((difference) => [difference.id, difference])).values()];
  writeAccepted(flags, differences, terminal, DIFFERENCES);
  if (flags.accept === undefined) return;

  const foundIds = new Set(differences.map(({ id }) => id));
  const notSeenAgain = [...accepted].filter((id) => !foundIds.has(id));
  const newDifferences = differences.filter(({ id }) => !accepted.has(id));

  for (const id of notSeenAgain) terminal.printError(`id-emulator: not seen again: ${id}\n`);
  for (const { id, what } of newDifferences) terminal.printError(`id-emulator: new: ${id}: ${what}\n`);
  refuseNew(flags, newDifferences.length);
}
