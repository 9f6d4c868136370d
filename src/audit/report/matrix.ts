/** The matrix of a report: operations by classes of faults, with counts. */

import type { FaultClass } from '../expectations/fault-class.js';
import { faultClasses } from '../expectations/fault-classes.js';
import { type Expectations, rightIn } from '../expectations/expectations.js';
import type { Outcome } from '../outcome.js';

/** The calls of one operation with one class of faults. */
export interface MatrixCell {
  readonly total: number;
  /** Calls that were observed, or that an observed call decides. */
  readonly tried: number;
  /** Tried calls with a wrong reaction. */
  readonly wrong: number;
}

/** The columns are the classes of faults that occur. */
export interface Matrix {
  readonly columns: readonly Pick<FaultClass, 'id' | 'title' | 'summary'>[];
  readonly rows: readonly { readonly operation: string; readonly cells: readonly MatrixCell[] }[];
}

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
