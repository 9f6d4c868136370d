/** The places of the contract that successful answers can show. */

import type { Contract } from '../../contract/contract.js';
import type { Reference, SchemaObject } from '../../contract/document.js';
import type { Chain } from '../../contract/fidelity/parts.js';

/** JSON pointers to them, those that bear notes. */
export function placesOfAnswers(contract: Contract): ReadonlySet<string> {
  const { at, chain } = contract.fidelity();
  const known = new Set<object>();
  for (const { responses } of contract.operations.values())
    for (const { schema } of responses.values()) if (schema !== undefined) visit(chain, schema, known);
  return new Set([...known].flatMap((place) => at(place).map(({ where }) => where)));
}

function visit(chain: Chain, schema: SchemaObject | Reference, known: Set<object>): void {
  for (const place of chain(schema)) {
    if (known.has(place)) continue;
    known.add(place);
    const { properties = {}, items, oneOf = [] } = place as Nested;
    for (const inner of [...Object.values(properties), ...(items === undefined ? [] : [items]), ...oneOf])
      visit(chain, inner, known);
  }
}

interface Nested {
  readonly properties?: Readonly<Record<string, SchemaObject | Reference>>;
  readonly items?: SchemaObject | Reference;
  readonly oneOf?: readonly (SchemaObject | Reference)[];
}
