/** Which operations, statuses and scenarios the exchanges of a sandbox have covered, and which ones never. */

import { forEachInSteps, type Steps } from '../../../../common/steps.js';
import type { Contract } from '../../../../contract/contract.js';
import type { Operation } from '../../../../contract/operation.js';
import type { Ending } from '../../../journal/exchange.js';
import type { ExchangeRecord } from '../../../journal/exchange-record.js';
import type { Catalogue } from '../../../scenarios/scenario.js';
import type { Coverage } from '../../documents.js';

/** What a client got for a call: a status, or how the exchange ended without a whole response. */
type Result = number | Ending;

/** Counts the results of calls and the scenarios that were applied to them. */
export function* coverageOf(
  sandbox: string,
  records: readonly ExchangeRecord[],
  { contract, catalogue }: { readonly contract: Contract; readonly catalogue: Catalogue },
): Steps<Coverage> {
  /** How often each operation had each result. The empty key has the calls of unknown operations. */
  const resultsOf = new Map<string, Map<Result, number>>();
  /** How often each scenario was applied. */
  const applied = new Map<string, number>();
  yield* forEachInSteps(records, ({ operation = '', status, ending, scenarios }) => {
    if (!resultsOf.has(operation)) resultsOf.set(operation, new Map());
    // A client that got no whole response has not seen the status.
    countOne(resultsOf.get(operation)!, ending ?? status);
    // One exchange counts once for a scenario, even if several activations of the scenario were applied.
    for (const scenario of new Set(scenarios.map((one) => one.scenario))) countOne(applied, scenario);
  });

  return {
    sandbox,
    exchanges: records.length,
    unknown: sum(resultsOf.get('')),
    operations: [...contract.operations.values()].map((operation) => {
      return operationCoverage(operation, resultsOf.get(operation.id) ?? new Map());
    }),
    scenarios: [...catalogue.values()].map(({ name, group }) => {
      return { scenario: name, group, count: applied.get(name) ?? 0 };
    }),
  };
}

/** How often each result of an operation occurs, also the statuses of the contract that no exchange had. */
function operationCoverage(operation: Operation, counts: ReadonlyMap<Result, number>): Coverage['operations'][number] {
  const { id, method, path, responses } = operation;
  const results = [...new Set([...responses.keys(), ...counts.keys()])];
  const statuses = results.filter((result) => typeof result === 'number');
  const endings = results.filter((result) => typeof result === 'string');

  return {
    operation: id,
    method: method.toUpperCase(),
    path,
    count: sum(counts),
    statuses: statuses
      .toSorted((one, other) => one - other)
      .map((status) => ({ status, count: counts.get(status) ?? 0, documented: responses.has(status) })),
    endings: endings.map((ending) => ({ ending, count: counts.get(ending)! })),
  };
}

function countOne<Value>(counts: Map<Value, number>, value: Value): void {
  counts.set(value, (counts.get(value) ?? 0) + 1);
}

/** The number of results of all kinds. */
function sum(counts: ReadonlyMap<Result, number> = new Map()): number {
  return [...counts.values()].reduce((total, count) => total + count, 0);
}
