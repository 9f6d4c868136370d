/** True negatives: responses that truly report no data. */

import type { Catalogue } from '../../emulator/scenarios/scenario.js';

/** The scenarios in which the service truly has no data. */
const TRUE_NEGATIVES = ['empty-lists', 'resource-unknown', 'check-token-unknown'];

/** The scenario in which an operation truly has no data; undefined if the operation always has data. */
export function negativeAt(operation: string, catalogue: Catalogue): string | undefined {
  return TRUE_NEGATIVES.find((name) => catalogue.get(name)?.operations.some((id) => id === operation));
}
