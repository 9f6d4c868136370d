/** What of the contract and of the scenarios the exchanges of a sandbox have met, and what they never have. */

import { forEachNumber, type Steps } from '../../../common/steps.js';
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

/** Counts what the exchanges have met, in steps. */
export function* coverageOf(
  sandbox: string,
  records: readonly ExchangeRecord[],
  { contract, catalogue }: { readonly contract: Contract; readonly catalogue: Catalogue },
): Steps<Coverage> {
  const met = new Map<string | undefined, Counts<number>>();
  const applied = new Map<string, number>();
  yield* forEachNumber(records.length, (at) => {
    const { operation, status, scenarios } = records[at]!;
    if (!met.has(operation)) met.set(operation, new Map());
    countOne(met.get(operation)!, status);
    for (const scenario of new Set(scenarios.map((one) => one.scenario))) countOne(applied, scenario);
  });
  return {
    sandbox,
    exchanges: records.length,
    unknown: sum(met.get(undefined)),
    operations: [...contract.operations.values()].map(({ id, method, path, responses }) => ({
      operation: id,
      method: method.toUpperCase(),
      path,
      count: sum(met.get(id)),
      statuses: statusesOf(met.get(id) ?? new Map(), responses),
    })),
    scenarios: [...catalogue.values()].map(({ name, group }) => ({
      scenario: name,
      group,
      count: applied.get(name) ?? 0,
    })),
  };
}

type Counts<Value> = Map<Value, number>;

function countOne<Value>(counts: Counts<Value>, value: Value): void {
  counts.set(value, (counts.get(value) ?? 0) + 1);
}

function sum(counts: Counts<number> = new Map()): number {
  return [...counts.values()].reduce((total, count) => total + count, 0);
}

function statusesOf(counts: Counts<number>, documented: ReadonlyMap<number, unknown>): readonly CoveredStatus[] {
  return [...new Set([...documented.keys(), ...counts.keys()])]
    .toSorted((one, other) => one - other)
    .map((status) => ({ status, count: counts.get(status) ?? 0, documented: documented.has(status) }));
}
