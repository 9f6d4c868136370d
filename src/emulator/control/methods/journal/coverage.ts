/** Which operations, statuses and scenarios the exchanges of a sandbox have covered, and which ones never. */

import { forEachInSteps, type Steps } from '../../../../common/steps.js';
import type { Contract } from '../../../../contract/contract.js';
import type { Ending } from '../../../journal/exchange.js';
import type { ExchangeRecord } from '../../../journal/exchange-record.js';
import type { Catalogue } from '../../../scenarios/scenario.js';
import type { Coverage } from '../../documents.js';

/** What a call met: a status, or how it ended without a whole response. */
type Met = number | Ending;

/** Counts what the exchanges have met. */
export function* coverageOf(
  sandbox: string,
  records: readonly ExchangeRecord[],
  { contract, catalogue }: { readonly contract: Contract; readonly catalogue: Catalogue },
): Steps<Coverage> {
  /** How often each operation met what. Calls of unknown operations are under undefined. */
  const met = new Map<string | undefined, Map<Met, number>>();
  /** How often each scenario was applied. */
  const applied = new Map<string, number>();
  yield* forEachInSteps(records, ({ operation, status, ending, scenarios }) => {
    if (!met.has(operation)) met.set(operation, new Map());
    // A client that got no whole response has not seen the status.
    countOne(met.get(operation)!, ending ?? status);
    for (const scenario of new Set(scenarios.map((one) => one.scenario))) countOne(applied, scenario);
  });

  return {
    sandbox,
    exchanges: records.length,
    unknown: sum(met.get(undefined)),
    operations: [...contract.operations.values()].map(({ id, method, path, responses: documented }) => {
      const counts = met.get(id) ?? new Map<Met, number>();
      const known = [...new Set([...documented.keys(), ...counts.keys()])];
      const statuses = known.filter((found) => typeof found === 'number').toSorted((one, other) => one - other);
      const endings = known.filter((found) => typeof found === 'string');

      return {
        operation: id,
        method: method.toUpperCase(),
        path,
        count: sum(counts),
        statuses: statuses.map((status) => ({
          status,
          count: counts.get(status) ?? 0,
          documented: documented.has(status),
        })),
        endings: endings.map((ending) => ({ ending, count: counts.get(ending)! })),
      };
    }),
    scenarios: [...catalogue.values()].map(({ name, group }) => ({
      scenario: name,
      group,
      count: applied.get(name) ?? 0,
    })),
  };
}

function countOne<Value>(counts: Map<Value, number>, value: Value): void {
  counts.set(value, (counts.get(value) ?? 0) + 1);
}

function sum(counts: ReadonlyMap<Met, number> = new Map()): number {
  return [...counts.values()].reduce((total, count) => total + count, 0);
}
