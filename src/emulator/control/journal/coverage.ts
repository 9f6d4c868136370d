/** What of the contract and of the scenarios the exchanges of a sandbox have met, and what they never have. */

import type { Contract } from '../../../contract/contract.js';
import type { ExchangeRecord } from '../../journal/exchange-record.js';
import type { Catalogue } from '../../scenarios/scenario.js';

/** A status of an operation. */
export interface CoveredStatus {
  readonly status: number;
  /** Number of exchanges with it; 0 for one that the contract has and no exchange. */
  readonly count: number;
  /** Whether the contract has it. */
  readonly documented: boolean;
}

export interface CoveredOperation {
  /** ID of the operation. */
  readonly operation: string;
  readonly method: string;
  /** The path template, with the server's prefix. */
  readonly path: string;
  readonly count: number;
  readonly statuses: readonly CoveredStatus[];
}

export interface CoveredScenario {
  readonly scenario: string;
  readonly group: string;
  /** Number of exchanges that it was applied to. */
  readonly count: number;
}

/** What the exchanges in a journal have met. */
export interface Coverage {
  /** ID of the sandbox. */
  readonly sandbox: string;
  /** Number of exchanges in the journal. */
  readonly exchanges: number;
  /** Number of exchanges that were requests for no operation of the contract. */
  readonly unknown: number;
  /** Every operation, in the contract's order. */
  readonly operations: readonly CoveredOperation[];
  /** Every scenario, in the order of the catalogue. */
  readonly scenarios: readonly CoveredScenario[];
}

type Met = Pick<ExchangeRecord, 'operation' | 'status' | 'scenarios'>;

/** Counts what the exchanges have met. */
export function coverageOf(
  sandbox: string,
  exchanges: readonly Met[],
  { contract, catalogue }: { readonly contract: Contract; readonly catalogue: Catalogue },
): Coverage {
  const ofScenario = countsOf(
    exchanges.flatMap(({ scenarios }) =>
      scenarios.length === 0 ? [] : [...new Set(scenarios.map(({ scenario }) => scenario))],
    ),
  );
  return {
    sandbox,
    exchanges: exchanges.length,
    unknown: exchanges.filter(({ operation }) => operation === undefined).length,
    operations: [...contract.operations.values()].map(({ id, method, path, responses }) => {
      const met = exchanges.filter(({ operation }) => operation === id);
      return {
        operation: id,
        method: method.toUpperCase(),
        path,
        count: met.length,
        statuses: statusesOf(met, responses),
      };
    }),
    scenarios: [...catalogue.values()].map(({ name, group }) => ({
      scenario: name,
      group,
      count: ofScenario.get(name) ?? 0,
    })),
  };
}

function statusesOf(met: readonly Met[], documented: ReadonlyMap<number, unknown>): readonly CoveredStatus[] {
  const counts = countsOf(met.map(({ status }) => status));
  return [...new Set([...documented.keys(), ...counts.keys()])]
    .toSorted((one, other) => one - other)
    .map((status) => ({ status, count: counts.get(status) ?? 0, documented: documented.has(status) }));
}

function countsOf<Value>(values: readonly Value[]): Map<Value, number> {
  const counts = new Map<Value, number>();
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1);
  return counts;
}
