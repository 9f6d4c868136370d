/** The flags `--accept` and `--write-accepted`, and the failure of a command on what is new. */

import { existsSync } from 'node:fs';
import { counted } from '../../common/reporting/phrases.js';
import {
  type AcceptedFinding,
  acceptedText,
  DIFFERENCES,
  type FindingsFormat,
  readAccepted,
} from '../../contract/documents/accepted-findings.js';
import { CheckError, UsageError } from './failure.js';
import type { Terminal } from './terminal.js';
import { refuseUnwritable, writeReport } from './write-report.js';

export interface AcceptFlags {
  readonly accept?: string | undefined;
  readonly writeAccepted?: string | undefined;
}

/** The IDs of the cells that are accepted. Call it before a long run. @throws UsageError if a file cannot be used */
export function acceptedIn({ accept, writeAccepted }: AcceptFlags, format: FindingsFormat): ReadonlySet<string> {
  if (writeAccepted !== undefined) refuseUnwritable(writeAccepted);
  if (accept === undefined) return new Set();
  if (!existsSync(accept))
    throw new UsageError(`--accept: there is no file ${accept}; write it with --write-accepted ${accept}`);

  return readAccepted(accept, format);
}

/** Writes the file that accepts the findings, if it is wanted. */
export function writeAccepted(
  { writeAccepted: file }: AcceptFlags,
  findings: readonly AcceptedFinding[],
  { printError }: Terminal,
  format: FindingsFormat,
): void {
  if (file === undefined) return;

  writeReport(file, acceptedText(findings, format));
  printError(`id-emulator: wrote ${file}, which accepts ${counted(findings.length, 'finding')}\n`);
}

/**
 * @param findings those that are not accepted
 * @param end the end of the message. Default: none
 * @throws CheckError if there are any, and they were not written
 */
export function refuseNew({ accept, writeAccepted: isWritten }: AcceptFlags, findings: number, end = ''): void {
  if (findings === 0 || isWritten !== undefined) return;

  const which = accept === undefined ? '' : ` that ${accept} does not accept`;
  throw new CheckError(`${counted(findings, 'finding')}${which}${end}`);
}

/**
 * Fails on differences of the service that are new, if `--accept` is given, and names those that were not seen again.
 * @throws CheckError
 */
export function watchDifferences(
  flags: AcceptFlags,
  found: readonly AcceptedFinding[],
  accepted: ReadonlySet<string>,
  terminal: Terminal,
): void {
  const differences = [...new Map(found.map((one) => [one.id, one])).values()];
  writeAccepted(flags, differences, terminal, DIFFERENCES);
  if (flags.accept === undefined) return;

  const gone = [...accepted].filter((id) => differences.every((one) => one.id !== id));
  const fresh = differences.filter(({ id }) => !accepted.has(id));
  for (const id of gone) terminal.printError(`id-emulator: not seen again: ${id}\n`);
  for (const { id, what } of fresh) terminal.printError(`id-emulator: new: ${id}: ${what}\n`);
  refuseNew(flags, fresh.length);
}
