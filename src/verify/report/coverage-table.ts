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
  const rows: Row[] = [['operation', 'statuses', 'params', 'members'], ...operations.map(rowOf)];
  const longestName = Math.max(...rows.map(([name]) => name.length));
  const longestStatuses = Math.max(...rows.map(([, statuses]) => statuses.length));

  return rows.map(([name, statuses, parameters, members]) => {
    const texts = `${name.padEnd(longestName)}  ${statuses.padEnd(longestStatuses)}`;
    return `${texts} ${parameters.padStart(6)} ${members.padStart(7)}`.trimEnd();
  });
}

type Row = readonly [name: string, statuses: string, parameters: string, members: string];

function rowOf(coverage: OperationCoverage): Row {
  const { operation } = coverage;
  return [operation, statusesOf(coverage), shareOf(coverage, 'parameters'), shareOf(coverage, 'members')];
}

/** The statuses of an operation. A tick marks each status that a test sees. */
function statusesOf({ interactions, failed, statuses }: OperationCoverage): string {
  if (interactions === 0) return failed.length === 0 ? 'in no pact' : 'in no interaction that passed';

  return statuses.map((status) => `${status.name} ${status.interactions > 0 ? '✓' : '·'}`).join(' ');
}

/** How many of the parameters or members of an operation the pacts have. */
function shareOf(operation: OperationCoverage, part: 'parameters' | 'members'): string {
  return operation.interactions === 0 || operation[part].length === 0 ? '' : share(operation[part]);
}

/** The share of exercised items: `3/7`. */
function share(items: readonly Pick<NamedCoverage, 'interactions'>[]): string {
  const exercised = items.filter(({ interactions }) => interactions > 0);
  return `${exercised.length}/${items.length}`;
}
