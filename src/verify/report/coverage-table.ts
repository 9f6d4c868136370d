/** Formats the coverage as text. */

import { sectionsText } from './report-text.js';
import type { ContractCoverage, NamedCoverage, OperationCoverage } from './verification-report.js';

/** One line for each operation, the counts of states and scenarios, and the blind spots. Ends with a line break. */
export function coverageTable({ operations, scenarios, states, blindSpots }: ContractCoverage): string {
  const counts = `operations ${share(operations)}, provider states ${share(states)}, scenarios ${share(scenarios)}`;
  const spots = blindSpots.map((sentence) => `- ${sentence}`);
  if (spots.length > 0) spots.unshift('Blind spots');

  return sectionsText([operationLines(operations), [counts], spots]);
}

/** The table of the operations. Texts are aligned to the left, numbers to the right. */
function operationLines(operations: readonly OperationCoverage[]): string[] {
  const names = ['operation', ...operations.map(({ operation }) => operation)];
  const statuses = ['statuses', ...operations.map(statusesOf)];
  const parameters = ['params', ...operations.map((one) => shareOf(one, 'parameters'))];
  const members = ['members', ...operations.map((one) => shareOf(one, 'members'))];
  const longestName = Math.max(...names.map(({ length }) => length));
  const longestStatuses = Math.max(...statuses.map(({ length }) => length));

  return names.map((name, row) => {
    const texts = `${name.padEnd(longestName)}  ${statuses[row]!.padEnd(longestStatuses)}`;
    return `${texts} ${parameters[row]!.padStart(6)} ${members[row]!.padStart(7)}`.trimEnd();
  });
}

/** The statuses of an operation. A tick marks each status that a test sees. */
function statusesOf({ interactions, failed, statuses }: OperationCoverage): string {
  if (interactions === 0) return failed.length === 0 ? 'in no pact' : 'in no interaction that passed';

  return statuses.map((status) => `${status.name} ${status.interactions > 0 ? '✓' : '·'}`).join(' ');
}

function shareOf(operation: OperationCoverage, part: 'parameters' | 'members'): string {
  return operation.interactions === 0 || operation[part].length === 0 ? '' : share(operation[part]);
}

/** The share of exercised items: `3/7`. */
function share(items: readonly Pick<NamedCoverage, 'interactions'>[]): string {
  const exercised = items.filter(({ interactions }) => interactions > 0);
  return `${exercised.length}/${items.length}`;
}
