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
    const parameters = new Set(inSituation.map((exchange) => parametersText(namesOf(exchange))));
    const hasSameParameters = ({ call }: PlanEntry): boolean => parameters.has(parametersText(namesIn(call.exchange)));
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
  const { situations, exchanges, namesOf } = production;
  const ofTests = [...sandboxes.values()].flatMap(({ calls }) => calls.map(({ exchange }) => exchange));
  const reachedParts = new Set(ofTests.flatMap((exchange) => partsOf(exchange, namesIn(exchange))));
  const reachedSituations = new Set(situationsIn(ofTests).map(nameOf));
  const parts = exchanges.flatMap((exchange) => partsOf(exchange, namesOf(exchange)));
  const missingParts = parts.filter((part) => !reachedParts.has(part));
  // The audit itself also reaches the situations that its faults make.
  const isReached = (situation: MetSituation): boolean =>
    reachedSituations.has(nameOf(situation)) || entries.some((entry) => makes(entry, situation));
  const missingSituations = situations.filter((situation) => !isReached(situation));

  return [
    ...groupBy(missingParts, (part) => part).map((same) => `${same[0]}: ${counted(same.length, 'call')}`),
    ...missingSituations.map((situation) => `${nameOf(situation)}: ${counted(situation.count, 'call')}`),
  ];
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

/** A text that is equal for equal names in any order. */
function parametersText(names: readonly string[]): string {
  return names.toSorted().join('&');
}
