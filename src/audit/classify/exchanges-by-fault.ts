/** The exchanges that met each fault. */

import type { Exchange } from '../../emulator/journal/exchange.js';
import { urlOf } from '../run/calls.js';
import type { PlanEntry } from '../plan/plan.js';

/** Groups exchanges by the fault that they met. Faults of one scenario at one operation come in the order of their calls. */
export function exchangesByFault(
  entries: readonly PlanEntry[],
  exchanges: readonly Exchange[],
): Map<PlanEntry, Exchange[]> {
  const inOrder = entries.toSorted((one, other) => one.call.call - other.call.call);
  const byFault = new Map<PlanEntry, Exchange[]>(inOrder.map((entry) => [entry, withVariant(entry, exchanges)]));
  for (const exchange of exchanges) {
    for (const { selector, scenario, call } of exchange.scenarios) {
      const candidates = inOrder.filter(
        (entry) =>
          selector === 'injection' &&
          entry.call.operation === exchange.operation &&
          (entry.injection.at?.url ?? urlOf(exchange)) === urlOf(exchange) &&
          entry.injection.selection.split(';')[0] === scenario,
      );
      // The first call of an activation meets the next fault.
      const entry =
        call === 1
          ? candidates.find((candidate) => byFault.get(candidate)!.length === 0)
          : candidates.findLast((candidate) => byFault.get(candidate)!.length > 0);
      if (entry !== undefined) byFault.get(entry)!.push(exchange);
    }
  }
  return byFault;
}

/** The exchange in which the client met a variant: the call that touches its point, or else the first of the operation. */
function withVariant({ call, fault: { variant } }: PlanEntry, exchanges: readonly Exchange[]): Exchange[] {
  if (variant === undefined) return [];
  const own = exchanges.filter(
    ({ operation, variants }) => operation === call.operation && variants?.[variant.point] === variant.name,
  );
  return own
    .slice(call.call - 1, call.call)
    .concat(own.slice(0, 1))
    .slice(0, 1);
}
