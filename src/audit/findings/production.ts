/** Compares the tests with the traffic of the service: what it has comes first, and what tests never reach is a gap. */

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
 * What makes the situations of production: each of them once, the most frequent first, at a call to the same
 * operation, with the same names of parameters if there is one. A class that waits for another brings it along.
 */
export function entriesOf(entries: readonly PlanEntry[], production: Production): PlanEntry[] {
  const { situations, exchanges, namesOf } = production;
  const first = new Set<PlanEntry>();

  for (const met of situations) {
    const ids = new Set(met.exchanges);
    const shapes = new Set(exchanges.filter(({ id }) => ids.has(id)).map((one) => shapeOf(namesOf(one))));
    const isSame = ({ call }: PlanEntry): boolean => shapes.has(shapeOf(namesIn(call.exchange)));
    const making = entries.filter((entry) => makes(entry, met));
    const classes = groupBy([...making.filter(isSame), ...making], ({ fault }) => fault.id);

    for (const [entry] of classes) {
      const before = entries.find(({ call, fault }) => call === entry!.call && fault.id === entry!.fault.beginsLike);
      for (const each of [before, entry]) if (each !== undefined) first.add(each);
    }
  }

  return [...first];
}

function makes({ call, fault }: PlanEntry, { operation, situation }: MetSituation): boolean {
  return call.operation === operation && fault.situations?.includes(situation) === true;
}

/** How often production had what the fault makes at the operation of its call. */
export function timesIn(production: Production | undefined, entry: PlanEntry): number {
  const met = production?.situations.filter((each) => makes(entry, each)) ?? [];
  return met.reduce((sum, { count }) => sum + count, 0);
}

/** What production has, and the tests never reach: operations, names of parameters and situations, in lines. */
export function unreached(production: Production, { sandboxes }: Baseline, entries: readonly PlanEntry[]): string[] {
  const { situations, exchanges, namesOf } = production;
  const tests = [...sandboxes.values()].flatMap((sandbox) => sandbox.calls.map(({ exchange }) => exchange));
  const reached = new Set(tests.flatMap((exchange) => partsOf(exchange, namesIn(exchange))));
  const met = new Set(situationsIn(tests).map(nameOf));
  const parts = exchanges.flatMap((exchange) => partsOf(exchange, namesOf(exchange)));
  const alike = groupBy(parts, (part) => (reached.has(part) ? undefined : part));
  const left = situations.filter((each) => !met.has(nameOf(each)) && !entries.some((entry) => makes(entry, each)));

  return [
    ...alike.map((same) => `${same[0]}: ${counted(same.length, 'call')}`),
    ...left.map((each) => `${nameOf(each)}: ${counted(each.count, 'call')}`),
  ];
}

function partsOf({ operation }: Exchange, names: readonly string[]): string[] {
  if (operation === undefined) return [];
  return [`operation ${operation}`, ...names.map((name) => `parameter ${name} of ${operation}`)];
}

function namesIn({ query }: Exchange): string[] {
  return [...new Set(new URLSearchParams(query).keys())];
}

function shapeOf(names: readonly string[]): string {
  return names.toSorted().join('&');
}
