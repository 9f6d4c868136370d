/** The matrix of a report: operations by classes of faults, with counts. */

import { faultClasses } from '../expectations/fault-classes.js';
import { type Expectations, rightIn } from '../expectations/expectations.js';
import type { Outcome } from '../outcome.js';
import type { Matrix } from '../audit-types.js';

/** The matrix without empty columns and rows, and without faults that change nothing. */
export function matrixOf(outcomes: readonly Outcome[], expectations: Expectations): Matrix {
  const isRight = rightIn(expectations);
  const columns = faultClasses().filter((fault) => outcomes.some(({ entry }) => entry.fault.id === fault.id));
  const operations = [...new Set(outcomes.map(({ entry }) => entry.call.operation))];

  return {
    columns: columns.map(({ id, title, summary }) => ({ id, title, summary })),
    rows: operations.toSorted().map((operation) => ({
      operation,
      cells: columns.map((fault) => {
        const own = outcomes.filter(({ entry }) => entry.call.operation === operation && entry.fault.id === fault.id);
        const tried = own.flatMap(({ entry, like, observation = like }) => (observation ? { entry, observation } : []));
        return {
          total: own.length,
          tried: tried.length,
          wrong: tried.filter(({ entry, observation }) => !isRight(entry, observation)).length,
        };
      }),
    })),
  };
}
