/** True negatives: the calls of a plan with a response that truly reports no data. */

import type { Catalogue } from '../../emulator/scenarios/scenario.js';
import { type PlanEntry, withSelection } from './plan.js';

/** The scenarios in which the service truly has no data. */
const TRUE_NEGATIVES = ['empty-lists', 'resource-unknown', 'check-token-unknown'];

/** The scenario in which an operation truly has no data; undefined if the operation always has data. */
export function negativeAt(operation: string, catalogue: Catalogue): string | undefined {
  return TRUE_NEGATIVES.find((name) => catalogue.get(name)?.operations.some((id) => id === operation));
}

/** The call of an entry with a true negative in place of the fault; undefined if the operation always has data. */
export function negativeOf(entry: PlanEntry, catalogue: Catalogue): PlanEntry | undefined {
  const selection = negativeAt(entry.call.operation, catalogue);
  return selection === undefined ? undefined : withSelection(entry, selection);
}
