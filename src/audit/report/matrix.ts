/** The matrix of a report: a row for each operation, a column for each class of faults, and counts in the cells. */

import { faultClasses } from '../expectations/fault-classes.js';
import { type Expectations, rightIn } from '../expectations/expectations.js';
import { decidingObservation, type Outcome } from '../outcome.js';
import type { Matrix } from '../audit-types.js';

/** The matrix without empty columns and rows, and without faults that change nothing. */
export function matrixOf(outcomes: readonly Outcome[], expectations: Expectations): Matrix {
  const isRight = rightIn(expectations);
  const columns = faultClasses().filter((fault) => outcomes.some(({ entry }) => entry.fault.id === fault.id));
  const operations = [...new Set(outcomes.map(({ entry }) => entry.call.operation))];

  return {
    columns: columns.map(({ id, title, summary }) => ({ id, title, summary })),
    rows: operations.toSorted().map((operation) => {
      const ofOperation = outcomes.filter(({ entry }) => entry.call.operation === operation);
      const cells = columns.map((fault) => {
        const inCell = ofOperation.filter(({ entry }) => entry.fault.id === fault.id);
        const tried = inCell.filter((outcome) => decidingObservation(outcome) !== undefined);
        const wrong = tried.filter((outcome) => !isRight(outcome.entry, decidingObservation(outcome)!));

        return { total: inCell.length, tried: tried.length, wrong: wrong.length };
      });
      return { operation, cells };
    }),
  };
}
