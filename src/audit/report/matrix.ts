/** Operations by classes of faults, with counts. */

import type { Audit } from '../audit.js';
import type { Observation } from '../classify/classify.js';
import type { FaultClass } from '../expectations/fault-class.js';
import { faultClasses } from '../expectations/fault-classes.js';
import type { PlanEntry } from '../plan/plan.js';

/** The calls of one operation with one class of faults. */
export interface MatrixCell {
  readonly total: number;
  /** Observed, or like those that were observed. */
  readonly tried: number;
  /** The time of the runs that observed them, in seconds. */
  readonly time: number;
  /** Tried, and the reaction is wrong. */
  readonly wrong: number;
}

export interface Matrix {
  readonly columns: readonly FaultClass[];
  readonly rows: readonly { readonly operation: string; readonly cells: readonly MatrixCell[] }[];
}

/** Without columns and rows in which there is nothing. What cannot change anything is not counted. */
export function matrixOf(
  { outcomes }: Pick<Audit, 'outcomes'>,
  isRight: (entry: PlanEntry, observation: Observation) => boolean,
): Matrix {
  const columns = faultClasses().filter((fault) => outcomes.some(({ entry }) => entry.fault.id === fault.id));
  const operations = [...new Set(outcomes.map(({ entry }) => entry.call.operation))];
  return {
    columns,
    rows: operations.toSorted().map((operation) => ({
      operation,
      cells: columns.map((fault) => {
        const own = outcomes.filter(({ entry }) => entry.call.operation === operation && entry.fault.id === fault.id);
        const tried = own.flatMap(({ entry, like, observation = like }) =>
          observation === undefined ? [] : [{ entry, observation }],
        );
        return {
          total: own.length,
          tried: tried.length,
          time: own.reduce((sum, { observation }) => sum + (observation?.duration ?? 0), 0) / 1_000,
          wrong: tried.filter(({ entry, observation }) => !isRight(entry, observation)).length,
        };
      }),
    })),
  };
}
