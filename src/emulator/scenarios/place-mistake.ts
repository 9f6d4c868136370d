/** Finds what a fault `change` names but no response has: the fault would change nothing, and no test would fail. */

import { shortened } from '../../common/bounded-list.js';
import { ALLOWED_CHANGE_KINDS } from '../../contract/schema/allowed-changes.js';
import { referenceChain } from '../../contract/document.js';
import type { OperationId } from '../../contract/operation.js';
import { placesIn } from '../../contract/schema/schema-walk.js';
import { nearestAtEnd } from '../../contract/suggestions.js';
import type { Contracts } from '../../contract/variants/contracts.js';
import type { ChangeFault } from './fault.js';
import type { Scenario } from './scenario.js';

/** A sentence about the first change that no response allows, in any revision. Undefined if there is none. */
export function placeMistake(
  { changes = [], missing = [] }: Partial<ChangeFault>,
  { name, operations }: Pick<Scenario, 'name' | 'operations'>,
  contracts: Contracts,
): string | undefined {
  for (const text of [...changes, ...missing]) {
    const [id = '', place = '', kind = ''] = text.split(':');
    const kinds: readonly string[] = changes.includes(text) ? ALLOWED_CHANGE_KINDS : [''];
    const places = operations.some((known) => known === id) ? placesOf(id, contracts) : [];
    const refusal = `Scenario "${name}" cannot change "${shortened(text)}": there is no`;

    if (places.length === 0) return `${refusal} operation "${id}" for it${nearestAtEnd(id, operations)}`;
    if (!places.includes(place)) return `${refusal} place "${place}" in ${id}${nearestAtEnd(place, places)}`;
    if (!kinds.includes(kind)) return `${refusal} change "${kind}"${nearestAtEnd(kind, kinds)}`;
  }

  return undefined;
}

/** The places of successful responses of an operation, in all revisions. */
function placesOf(id: string, contracts: Contracts): string[] {
  const places = contracts.revisions.flatMap((revision) => {
    const { document, responses } = contracts.of(revision).operations.get(id as OperationId)!;
    const successful = [...responses].filter(([status]) => status < 400);
    return successful.flatMap(([, { schema = {} }]) => placesIn((part) => referenceChain(document, part), schema));
  });
  return [...new Set(places)];
}
