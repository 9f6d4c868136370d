/** The report of an audit as JUnit XML: a test case for each class of faults at each operation, and for each rule that is broken without. */

import { junitXml, type TestCase } from '../../common/reporting/junit.js';
import type { AuditReport, ReportedFinding } from './report.js';

export function junitReport({ findings, matrix, expected }: AuditReport): string {
  const withoutFault = findings.filter(({ id }) => id.startsWith('without-fault:'));
  const cases = matrix.rows.flatMap(({ operation, cells }) =>
    cells.flatMap(({ total, tried }, at): TestCase[] => {
      const { fault, summary } = expected[at]!;
      if (total === 0) return [];
      const places = [`${operation}:${fault}:`, `${operation}:${fault};`];
      const own = findings.filter(({ cells: ids }) => ids.some((id) => places.some((place) => id.startsWith(place))));
      const name = `${operation}: ${summary}`;
      const failed = own.find(({ accepted }) => !accepted);
      if (failed !== undefined) return [{ name, classname: 'audit', outcome: failure(failed) }];
      if (own.length > 0)
        return [{ name, classname: 'audit', outcome: { kind: 'skipped', message: `accepted: ${own[0]!.what}` } }];
      if (tried === 0) return [{ name, classname: 'audit', outcome: { kind: 'skipped', message: 'not tried' } }];
      return [{ name, classname: 'audit', outcome: { kind: 'passed' } }];
    }),
  );
  const rules = withoutFault.map((finding): TestCase => ({
    name: finding.what,
    classname: 'audit',
    outcome: finding.accepted ? { kind: 'skipped', message: 'accepted' } : failure(finding),
  }));
  return junitXml([{ name: 'audit', cases: [...rules, ...cases] }]);
}

function failure({ what, details, exchanges, remedy, repeat }: ReportedFinding): TestCase['outcome'] {
  const lines = [...details, ...exchanges, `remedy: ${remedy}`, ...(repeat === undefined ? [] : [`repeat: ${repeat}`])];
  return { kind: 'failed', message: what, text: lines.join('\n') };
}
