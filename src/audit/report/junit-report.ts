/** The report as JUnit XML: a test case for each cell of the matrix and each broken rule. */

import { junitXml, type TestCase } from '../../common/reporting/junit.js';
import type { AuditReport, ReportedFinding } from '../audit-types.js';
import { linesBelow } from './text-report.js';

export function junitReport({ findings, matrix }: AuditReport): string {
  const withoutFault = findings.filter(({ id }) => id.startsWith('without-fault:'));
  const cases = matrix.rows.flatMap(({ operation, cells }) =>
    cells.flatMap(({ total, tried }, at): TestCase[] => {
      const { id: fault, summary } = matrix.columns[at]!;
      if (total === 0) return [];

      const inCell = findings.filter(({ cells: ids }) => ids.some((id) => isInCell(id, operation, fault)));
      // A cell fails by its first finding that is not accepted.
      const failed = inCell.find(({ accepted }) => !accepted);
      const outcome = failed === undefined ? unfailed(inCell[0], tried) : failure(failed);

      return [{ name: `${operation}: ${summary}`, classname: 'audit', outcome }];
    }),
  );
  const rules = withoutFault.map((finding): TestCase => ({
    name: finding.what,
    classname: 'audit',
    outcome: finding.accepted ? { kind: 'skipped', message: 'accepted' } : failure(finding),
  }));

  return junitXml([{ name: 'audit', cases: [...rules, ...cases] }]);
}

/**
 * Whether the ID of a finding's cell lies in this cell of the matrix: `getUsers:throttled:hung`. The column of variants
 * stands for all variants, whose IDs name the variant behind a semicolon.
 */
function isInCell(id: string, operation: string, fault: string): boolean {
  return id.startsWith(`${operation}:${fault}:`) || id.startsWith(`${operation}:${fault};`);
}

/** The outcome of a cell that does not fail. @param accepted the finding of the cell, if it has one */
function unfailed(accepted: ReportedFinding | undefined, tried: number): TestCase['outcome'] {
  if (accepted !== undefined) return { kind: 'skipped', message: `accepted: ${accepted.what}` };
  return tried === 0 ? { kind: 'skipped', message: 'not tried' } : { kind: 'passed' };
}

function failure(finding: ReportedFinding): TestCase['outcome'] {
  return { kind: 'failed', message: finding.what, text: linesBelow(finding).join('\n') };
}
