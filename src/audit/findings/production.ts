/**
 * Production: the recorded traffic of the service. An audit first tries what production has, and it reports what
 * production has and the tests never reach.
 */

import { counted } from '../../common/reporting/phrases.js';
import type { Exchange } from '../../emulator/journal/exchange.js';
import { groupBy } from '../../emulator/judge/series.js';
import type { Baseline } from '../baseline.js';
import { type MetSituation, nameOf, situationsIn } from '../expectations/situations.js';
import type { PlanEntry } from '../plan/plan.js';
import { parametersOf } from '../run/calls.js';

/** The traffic of the service. */
export interface Production {
  readonly situations: readonly MetSituation[];
  readonly exchanges: readonly Exchange[];
  /** The names of the parameters of a request that the contract has. */
  readonly namesOf: (exchange: Exchange) => readonly string[];
}

/**
 * The entries that make the situations of production. Each situation is made once, the most frequent first, at a call
 * of its operation, with the parameters of production if there is such a call. An entry whose class begins like another
 * class comes after the entry of that class.
 */
export function entriesLikeProduction(entries: readonly PlanEntry[], production: Production): PlanEntry[] {
  const { situations, exchanges, namesOf } = production;
  const first = new Set<PlanEntry>();

  for (const situation of situations) {
    const ids = new Set(situation.exchanges);
    const inSituation = exchanges.filter(({ id }) => ids.has(id));
    const names = inSituation.map(namesOf);
    const parameters = new Set(names.map((each) => each.toSorted().join(' ')));
    const hasSameParameters = ({ call }: PlanEntry): boolean => parameters.has(parametersOf(call));
    const making = entries.filter((entry) => makes(entry, situation));
    // Calls with the parameters of production come first, so they are the first of their class.
    const classes = groupBy([...making.filter(hasSameParameters), ...making], ({ fault }) => fault.id);

    for (const [entry] of classes) {
      const { call, fault } = entry!;
      const before = entries.find((other) => other.call === call && other.fault.id === fault.beginsLike);
      if (before !== undefined) first.add(before);
      first.add(entry!);
    }
  }

  return [...first];
}

/** Whether the fault makes the situation at the operation of its call. */
function makes({ call, fault }: PlanEntry, { operation, situation }: MetSituation): boolean {
  return call.operation === operation && fault.situations?.includes(situation) === true;
}

/** How often production had what the fault makes at the operation of its call. */
export function timesIn(production: Production | undefined, entry: PlanEntry): number {
  const situations = production?.situations.filter((each) => makes(entry, each)) ?? [];
  return situations.reduce((sum, { count }) => sum + count, 0);
}

/** What production has, and the tests never reach: operations, names of parameters and situations, in lines. */
export function unreached(production: Production, { sandboxes }: Baseline, entries: readonly PlanEntry[]): string[] {
  const ofTests = [...sandboxes.values()].flatMap(({ calls }) => calls.map(({ exchange }) => exchange));
  const situationsOfTests = new Set(situationsIn(ofTests).map(nameOf));
  // The audit itself also reaches the situations that its faults make.
  const isReached = (situation: MetSituation): boolean =>
    situationsOfTests.has(nameOf(situation)) || entries.some((entry) => makes(entry, situation));
  const unreachedSituations = production.situations.filter((situation) => !isReached(situation));

  return [
    ...unreachedParts(production, ofTests),
    ...unreachedSituations.map((situation) => `${nameOf(situation)}: ${counted(situation.count, 'call')}`),
  ];
}

/** The operations and parameters that no test sends, each with the number of its calls in production. */
function unreachedParts({ exchanges, namesOf }: Production, ofTests: readonly Exchange[]): string[] {
  const reached = new Set(ofTests.flatMap((exchange) => partsOf(exchange, namesIn(exchange))));
  const parts = exchanges.flatMap((exchange) => partsOf(exchange, namesOf(exchange)));
  const callsOfParts = groupBy(parts, (part) => part).filter(([part]) => !reached.has(part!));

  return callsOfParts.map((calls) => `${calls[0]}: ${counted(calls.length, 'call')}`);
}

/** What an exchange asks for: its operation, and each parameter. */
function partsOf({ operation }: Exchange, names: readonly string[]): string[] {
  if (operation === undefined) return [];
  return [`operation ${operation}`, ...names.map((name) => `parameter ${name} of ${operation}`)];
}

/** The names of the parameters in the query. */
function namesIn({ query }: Exchange): string[] {
  return [...new Set(new URLSearchParams(query).keys())];
}
