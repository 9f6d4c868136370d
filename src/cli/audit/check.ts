/** `id-emulator audit --check`: says whether findings of an earlier report are mended. */

import { check } from '../../audit/check/check.js';
import type { CheckOptions, EarlierReport } from '../../audit/check/check-in-progress.js';
import { checkJunit, checkText } from '../../audit/check/check-report.js';
import { AUDIT, shapeOf } from '../../contract/documents/accepted-findings.js';
import { counted } from '../../common/reporting/phrases.js';
import { compileSchema, readOfShape } from '../../contract/documents/check-document.js';
import type { FlagsOf } from '../settings/declared-command.js';
import { CheckError, UsageError } from '../terminal/failure.js';
import { refuseUnknown } from '../terminal/flags.js';
import type { Terminal } from '../terminal/terminal.js';
import { printReport, writeReport } from '../terminal/write-report.js';

type CheckFlags = Pick<FlagsOf<'audit'>, 'finding' | 'junit' | 'json'>;

/** The members that a check reads from a report. */
const SHAPE = {
  ...shapeOf(AUDIT, ['id', 'cells', 'reaction']),
  required: ['format', 'version', 'flags', 'tests', 'findings', 'plan'],
};

/** @throws DocumentError if the file is no report of `audit --json`, or is too old to have what a check needs */
export function readEarlierReport(file: string): EarlierReport {
  return readOfShape(file, compileSchema(SHAPE)).data as EarlierReport;
}

/**
 * The earlier report, and the findings that `--finding` names. Without the flag, all findings that were not accepted.
 * @throws DocumentError if the file is no such report; UsageError if it has no such finding
 */
export function findingsToCheck(file: string, { finding: ids }: CheckFlags): Pick<CheckOptions, 'earlier' | 'wanted'> {
  const earlier = readEarlierReport(file);
  const known = earlier.findings.map(({ id }) => id);
  for (const id of ids) refuseUnknown(`--finding: ${file} has no finding`, id, known);

  const named = earlier.findings.filter(({ id }) => ids.includes(id));
  const wanted = ids.length > 0 ? named : earlier.findings.filter(({ accepted }) => !accepted);
  if (wanted.length === 0) throw new UsageError(`--check: ${file} has no finding to check`);

  return { earlier, wanted };
}

/** Runs the command again with the faults of the findings. @throws CheckError if a finding is not fixed */
export async function checkFindings(options: CheckOptions, flags: CheckFlags, terminal: Terminal): Promise<void> {
  const report = await check(options);
  terminal.rewriteLine?.('');
  printReport(report, () => checkText(report), flags, terminal);
  if (flags.junit !== undefined) writeReport(flags.junit, checkJunit(report));

  const notFixed = report.findings.filter(({ verdict }) => verdict !== 'fixed');
  if (!terminal.interrupted.aborted && notFixed.length > 0)
    throw new CheckError(`${counted(notFixed.length, 'finding')} not fixed`);
}
