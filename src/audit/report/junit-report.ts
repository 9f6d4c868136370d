/** The report as JUnit XML: a test case for each cell of the matrix and each broken rule. */

import { junitXml, type TestCase } from '../../common/reporting/junit.js';
import type { AuditReport, ReportedFinding } from '../audit-types.js';

export function junitReport({ findings, matrix }: AuditReport): string {
  const withoutFault = findings.filter(({ id }) => id.startsWith('without-fault:'));
  const cases = matrix.rows.flatMap(({ operation, cells }) =>
    cells.flatMap(({ total, tried }, at): TestCase[] => {
      const { id: fault, summary } = matrix.columns[at]!;
      if (total === 0) return [];

      const own = findings.filter(({ cells: ids }) => ids.some((id) => isInCell(id, operation, fault)));
      const name = `${operation}: ${summary}`;
      const failed = own.find(({ accepted }) => !accepted);
      const skipped = own.length > 0 ? `accepted: ${own[0]!.what}` : tried === 0 ? 'not tried' : undefined;
      const unfailed: TestCase['outcome'] =
        skipped === undefined ? { kind: 'passed' } : { kind: 'skipped', message: skipped };

      return [{ name, classname: 'audit', outcome: failed === undefined ? unfailed : failure(failed) }];
    }),
  );
  const rules = withoutFault.map((finding): TestCase => ({
    name: finding.what,
    classname: 'audit',
    outcome: finding.accepted ? { kind: 'skipped', message: 'accepted' } : failure(finding),
  }));

  return junitXml([{ name: 'audit', cases: [...rules, ...cases] }]);
}

/** Whether the ID of a finding's cell lies in this cell of the matrix. */
function isInCell(id: string, operation: string, fault: string): boolean {
  return id.startsWith(`${operation}:${fault}:`) || id.startsWith(`${operation}:${fault};`);
}

function failure({ what, details, exchanges, remedy, repeat }: ReportedFinding): TestCase['outcome'] {
  const lines = [...details, ...exchanges, `remedy: ${remedy}`, ...(repeat === undefined ? [] : [`repeat: ${repeat}`])];
  return { kind: 'failed', message: what, text: lines.join('\n') };
}
