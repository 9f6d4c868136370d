/** Formats the coverage as text. */

import { sectionsText } from './report-text.js';
import type { ContractCoverage, NamedCoverage, OperationCoverage } from './verification-report.js';

/** One line for each operation, the counts of states and scenarios, and the blind spots. Ends with a line break. */
export function coverageTable({ operations, scenarios, states, blindSpots }: ContractCoverage): string {
  const rows = operations.map((one) => [
    one.operation,
    statusesOf(one),
    shareOf(one, 'parameters'),
    shareOf(one, 'members'),
  ]);
  const table = [['operation', 'statuses', 'params', 'members'], ...rows];
  const widthOf = (column: number): number => Math.max(...table.map((row) => row[column]!.length));
  // Texts are aligned to the left, numbers to the right.
  const lineOf = ([name = '', statuses = '', parameters = '', members = '']: readonly string[]): string => {
    const start = `${name.padEnd(widthOf(0))}  ${statuses.padEnd(widthOf(1))}`;
    return `${start} ${parameters.padStart(6)} ${members.padStart(7)}`.trimEnd();
  };

  const counts = `operations ${share(operations)}, provider states ${share(states)}, scenarios ${share(scenarios)}`;
  const spots = blindSpots.map((sentence) => `- ${sentence}`);

  return sectionsText([table.map(lineOf), [counts], spots.length === 0 ? [] : ['Blind spots', ...spots]]);
}

/** The statuses of an operation. A tick marks each status that a test sees. */
function statusesOf({ interactions, failed, statuses }: OperationCoverage): string {
  if (interactions === 0) return failed.length === 0 ? 'in no pact' : 'in no interaction that passed';

  const marked = statuses.map((status) => [status.name, status.interactions > 0 ? '✓' : '·']);
  return marked.flat().join(' ');
}

function shareOf(operation: OperationCoverage, part: 'parameters' | 'members'): string {
  return operation.interactions === 0 || operation[part].length === 0 ? '' : share(operation[part]);
}

/** The share of exercised items: `3/7`. */
function share(items: readonly Pick<NamedCoverage, 'interactions'>[]): string {
  return `${items.filter(({ interactions }) => interactions > 0).length}/${items.length}`;
}
